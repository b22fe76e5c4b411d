import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
import { createTwoPlaces } from "../support/regions.ts";
import {
  appendEach,
  createScene,
  GRACE_BETWEEN,
  HOUR,
  keysOf,
  MINUTE,
  numbers,
  SECOND,
  WINDOW,
} from "../support/scene.ts";

describe.each(KINDS)("with $records", (kind) => {
  // https://github.com/soundcloud/roshi
  test.each([
    { cap: 100, before: 150, removed: 20, after: 50 },
    { cap: 10, before: 10, removed: 10, after: 3 },
    { cap: 1, before: 40, removed: 1, after: 0 },
  ])(
    "a cap of $cap keeps the newest, and nothing that was removed shows again",
    async ({ cap, before, removed, after }) => {
      const { cold, store, passes, values } = createScene(kind, { lists: { maxEntries: cap } });
      await appendEach(cold(), numbers(0, before));
      await store.advance(SECOND);
      const all = (await cold().read()).entries;
      const gone = all.slice(-cap).filter((_, index) => index % Math.ceil(cap / removed) === 0);
      await cold().remove(gone);
      const goneValues = new Set(gone.map(({ value }) => value));
      await appendEach(cold(), numbers(before, before + after));

      await passes(3);

      const left = numbers(0, before + after).filter((n) => !goneValues.has(n));
      const read = await values();
      expect(read.length).toBeLessThanOrEqual(cap);
      expect(read).toEqual(left.slice(-cap));
    },
  );

  test("removing what a cap has dropped resolves, and it doesn't show", async () => {
    const { cold, passes, values } = createScene(kind, { lists: { maxEntries: 5 } });
    const list = cold();
    const entries = await list.appendAll(numbers(0, 12));
    await passes(2);
    await cold().remove(entries.slice(0, 8));
    await passes(3);
    expect(await values()).toEqual(numbers(8, 12));
  });

  test("a cap drops nothing that a pass in a late region couldn't see", async () => {
    const { paris, tokyo, store } = createTwoPlaces(kind, { lists: { maxEntries: 10 } });
    await paris.cold().appendAll(numbers(0, 10));
    await store.advance(SECOND);
    await tokyo.cold().appendAll(numbers(10, 20));
    await tokyo.cold().compact();
    await paris.cold().compact();
    await store.advance(WINDOW + SECOND);
    expect((await paris.cold().read()).values).toHaveLength(20);

    for (let pass = 0; pass < 3; pass++) {
      await paris.cold().compact();
      await store.advance(GRACE_BETWEEN);
    }
    expect((await paris.cold().read()).values).toEqual(numbers(10, 20));
    expect((await tokyo.cold().read()).values).toEqual(numbers(10, 20));
  });

  test("an entry goes once it is older than `maxAgeMs`, and not before", async () => {
    const { cold, store, values } = createScene(kind, { lists: { maxAgeMs: 3 * HOUR } });
    for (let hour = 0; hour < 6; hour++) {
      await cold().append(hour);
      await cold().compact();
      await store.advance(HOUR);
    }
    await store.advance(MINUTE);
    await cold().compact();
    expect(await values()).toEqual([4, 5]);
  });

  test("clear() removes what it saw, for good, and leaves what is appended meanwhile", async () => {
    const { cold, store, values, passes } = createScene(kind);
    await appendEach(cold(), numbers(0, 40));
    await passes(2);
    await appendEach(cold(), numbers(40, 60));
    const put = store.faults.hold({ operation: "put", key: keysOf("tombstone") });
    const clearing = cold().clear();
    await put.reached;
    await appendEach(cold(), numbers(60, 70));
    put.release();

    expect(await clearing).toBe(60);
    for (let pass = 0; pass < 90; pass++) {
      expect(await values()).toEqual(numbers(60, 70));
      await passes(1);
    }
  });
});
