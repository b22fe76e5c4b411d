import { createListStore } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
import { createTwoPlaces } from "../support/regions.ts";
import {
  createScene,
  GRACE,
  GRACE_BETWEEN,
  HOUR,
  numbers,
  SECOND,
  WINDOW,
} from "../support/scene.ts";

describe.each(KINDS)("with $records", (kind) => {
  // https://github.com/IABTechLab/trusted-server/pull/1113
  test("an entry that isn't visible here yet is removed by its id, with one put", async () => {
    const { paris, tokyo, store } = createTwoPlaces(kind);
    const [kept, removed] = await paris.cold().appendAll(["kept", "removed"]);
    expect(await tokyo.ids()).toEqual([]);
    store.resetCounts();
    await tokyo.cold().remove(removed?.id ?? "");
    expect(store.counts()).toEqual({ put: 1, get: 0, getMany: 0, delete: 0, list: 0 });

    await store.advance(WINDOW + SECOND);

    expect(await paris.ids()).toEqual([kept?.id]);
    expect(await tokyo.ids()).toEqual([kept?.id]);
  });

  test("a put that lands once more, long after its key was deleted, brings nothing back", async () => {
    const { cold, store, values, passes, keys } = createScene(kind);
    store.faults.landLate({ operation: "put" }, 5 * HOUR);
    const removed = await cold().append("removed");
    store.faults.landLate({ operation: "put" }, 5 * HOUR);
    await cold().append("kept");
    await cold().remove(removed);
    await passes(3);
    expect(keys("batch")).toEqual([]);

    await store.advance(5 * HOUR);

    expect(keys("batch")).toHaveLength(2);
    for (let pass = 0; pass < 90; pass++) {
      expect(await values()).toEqual(["kept"]);
      await passes(1);
    }
    expect(keys("batch")).toEqual([]);
  });

  test.each([1, 50])("removing %i ids that never existed changes no read", async (count) => {
    const { cold, store, values, passes } = createScene(kind);
    const elsewhere = createListStore(store, { clock: store.clock }).list("elsewhere");
    const strangers = await elsewhere.appendAll(numbers(0, count));
    await cold().appendAll(numbers(0, 10));

    await cold().remove(strangers);

    for (let pass = 0; pass < 3; pass++) {
      expect(await values()).toEqual(numbers(0, 10));
      await passes(1);
    }
    expect(await values()).toEqual(numbers(0, 10));
    expect((await elsewhere.read()).values).toEqual(numbers(0, count));
  });

  test("ids removed for nothing are forgotten too, in the end", async () => {
    const { cold, store, keys } = createScene(kind);
    const strangers = await createListStore(store).list("elsewhere").appendAll(numbers(0, 200));
    await cold().append("one");
    await cold().remove(strangers);
    for (let hour = 0; hour < 60; hour++) {
      await cold().compact();
      await store.advance(HOUR);
    }
    const segments = keys("segment").filter((key) => key.includes("/guests/"));
    const bytes = segments.reduce((sum, key) => sum + (store.contents.text(key)?.length ?? 0), 0);
    expect(bytes).toBeLessThan(500);
  });

  test("what one place removed and another compacts meanwhile stays removed in both", async () => {
    const { paris, tokyo, store } = createTwoPlaces(kind);
    const entries = await paris.cold().appendAll(numbers(0, 20));
    await store.advance(WINDOW);
    await tokyo.cold().remove(entries.slice(0, 7));
    await paris.cold().compact();
    await tokyo.cold().compact();
    await store.advance(WINDOW + SECOND);

    for (let pass = 0; pass < 4; pass++) {
      const left = entries.slice(7).map(({ id }) => id);
      expect(await paris.ids()).toEqual(left);
      expect(await tokyo.ids()).toEqual(left);
      await (pass % 2 === 0 ? paris : tokyo).cold().compact();
      await store.advance(pass === 0 ? GRACE : GRACE_BETWEEN);
    }
  });
});
