import { describe, expect, test } from "vitest";
import { APART, KINDS, ONE_BY_ONE } from "../support/kinds.ts";
import { appendEach, createScene, GRACE_BETWEEN, HOUR, keysOf, numbers } from "../support/scene.ts";

const GETS = ["get", "getMany"] as const;
const FOR_GOOD = Number.POSITIVE_INFINITY;

// https://github.com/automerge/automerge-repo/pull/218
describe.each(KINDS)("with $records", (kind) => {
  test.each([1, 40, 130])(
    "a read whose %i listed keys are folded and deleted before its gets starts over and is complete",
    async (count) => {
      const { cold, store, values } = createScene(kind);
      await appendEach(cold(), numbers(0, count));
      await store.advance(HOUR);
      const gets = store.faults.hold({ operation: GETS, region: "reader", times: FOR_GOOD });
      const reading = cold(store.region("reader")).read();
      for (let pass = 0; pass < 2; pass++) {
        await cold().compact();
        await store.advance(GRACE_BETWEEN);
      }
      expect(store.contents.keys().filter((key) => keysOf("batch").test(key))).toEqual([]);
      gets.release();

      expect((await reading).values).toEqual(numbers(0, count));
      expect(await values()).toEqual(numbers(0, count));
    },
  );

  test("a read whose segments are replaced and deleted before its gets is complete", async () => {
    const { cold, store, passes } = createScene(kind);
    await appendEach(cold(), numbers(0, 50));
    await passes(2);
    const gets = store.faults.hold({ operation: GETS, region: "reader", times: FOR_GOOD });
    const reading = cold(store.region("reader")).read();
    await gets.reached;
    for (let round = 1; round < 6; round++) {
      await appendEach(cold(), numbers(round * 50, round * 50 + 50));
      await passes(1);
    }
    gets.release();

    const { values } = await reading;
    expect(values).toEqual(numbers(0, values.length));
    expect(values.length).toBeGreaterThanOrEqual(50);
  });

  test("a segment that gives nothing is no shorter list: the read rejects and names it", async () => {
    const { cold, store, passes, keys } = createScene(kind);
    await appendEach(cold(), numbers(0, 40));
    await passes(2);
    const [segment = ""] = keys("segment");
    store.faults.miss({ key: segment, times: FOR_GOOD });
    store.resetCounts();

    await expect(cold().read()).rejects.toMatchObject({
      code: "read-incomplete",
      keys: [segment],
    });
    expect(store.counts().list).toBeLessThanOrEqual(5);
    const { values, missing } = await cold().read({ allowIncomplete: true });
    expect({ values, missing }).toEqual({ values: [], missing: [segment] });
  });
});

describe.each([APART, { ...ONE_BY_ONE, store: { ...ONE_BY_ONE.store, ...APART.store } }])(
  "with $records",
  (kind) => {
    test("a key that stays gone rejects the read by name, after a bounded number of calls", async () => {
      const { cold, store, keys } = createScene(kind);
      await appendEach(cold(), numbers(0, 40));
      await store.advance(HOUR);
      const [gone = ""] = keys("batch");
      const expected = (await cold().read()).entries.filter(({ id }) => !gone.endsWith(id));
      store.faults.miss({ key: gone, times: FOR_GOOD });
      store.resetCounts();

      await expect(cold().read()).rejects.toMatchObject({ code: "read-incomplete", keys: [gone] });
      expect(store.counts().list).toBe(5);
      expect(store.counts().get + store.counts().getMany).toBeLessThanOrEqual(5 * 40);

      const { entries, missing } = await cold().read({ allowIncomplete: true });
      expect(entries).toEqual(expected);
      expect(missing).toEqual([gone]);
      await expect(cold().latest(40)).rejects.toMatchObject({ code: "read-incomplete" });
      await expect(iterate(cold())).rejects.toMatchObject({ code: "read-incomplete" });
    });

    test("a pass that meets such a key folds the others and deletes nothing of it", async () => {
      const { cold, store, passes, keys, values } = createScene(kind);
      await appendEach(cold(), numbers(0, 40));
      await store.advance(HOUR);
      const [gone = ""] = keys("batch");
      const miss = store.faults.miss({ key: gone, times: FOR_GOOD });

      await passes(4);

      expect(keys("batch")).toEqual([gone]);
      miss.release();
      expect(await values()).toEqual(numbers(0, 40));
      await passes(2);
      expect(keys("batch")).toEqual([]);
      expect(await values()).toEqual(numbers(0, 40));
    });
  },
);

async function iterate(list: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of list) count++;
  return count;
}
