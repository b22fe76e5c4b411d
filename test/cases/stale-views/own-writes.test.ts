import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
import { createTwoPlaces } from "../support/regions.ts";
import {
  appendEach,
  createScene,
  GRACE_BETWEEN,
  HOUR,
  numbers,
  SECOND,
  WINDOW,
} from "../support/scene.ts";

/** Places that see even their own writes late. */
const LATE = { list: WINDOW };
const LATE_MISSES = { get: WINDOW, list: 0 };
const ALL_LATE = { get: WINDOW, list: WINDOW };

describe.each(KINDS)("with $records", (kind) => {
  // https://community.cloudflare.com/t/listing-items-returns-inconsistent-state/122680
  test.each([LATE, LATE_MISSES, ALL_LATE])(
    "a handle sees its own appends and removals at once, where the store is behind by %o",
    async (staleness) => {
      const { paris, tokyo, store } = createTwoPlaces(kind, {}, staleness);
      const list = paris.cold();
      await appendEach(list, ["a", "b", "c"]);
      expect((await list.read()).values).toEqual(["a", "b", "c"]);
      const [a] = (await list.read()).entries;
      await list.remove(a?.id ?? "");
      expect((await list.read()).values).toEqual(["b", "c"]);
      expect((await list.latest(2)).map(({ value }) => value)).toEqual(["c", "b"]);
      const iterated = [];
      for await (const { value } of list) iterated.push(value);
      expect(iterated).toEqual(["b", "c"]);
      await store.advance(WINDOW + SECOND);

      expect((await tokyo.cold().read()).values).toEqual(["b", "c"]);
      expect((await list.read()).values).toEqual(["b", "c"]);
    },
  );

  test("own writes are seen once, also after a pass has folded and deleted them", async () => {
    const { cold, passes, store } = createScene(kind);
    const list = cold();
    await appendEach(list, numbers(0, 30));
    await list.remove((await list.read()).entries.slice(0, 5));
    await passes(3);

    expect((await list.read()).values).toEqual(numbers(5, 30));
    await cold().remove((await cold().read()).entries.slice(0, 5));
    for (let hour = 0; hour < 60; hour++) {
      expect((await list.read()).values).toEqual(numbers(10, 30));
      await cold().compact();
      await store.advance(HOUR);
    }
  });

  test("deleted batches that are still listed, and give nothing, spoil no read", async () => {
    for (const count of [1, 20, 130]) {
      const { cold, store } = createScene(kind);
      await appendEach(cold(), numbers(0, count));
      await cold().compact();
      await store.advance(GRACE_BETWEEN);
      await cold().compact();
      expect(store.contents.keys().some((key) => key.includes("/e/"))).toBe(false);
      const late = store.region("late", { staleness: { list: WINDOW, get: 0 } });
      expect((await late.list("sl1/guests/e/")).records).toHaveLength(count);

      const { values, operations } = await cold(late).read();

      expect(values).toEqual(numbers(0, count));
      expect(operations.list).toBe(1);
    }
  });
});
