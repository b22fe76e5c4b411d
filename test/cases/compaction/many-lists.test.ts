import { compactAll, createListStore } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
import {
  appendEach,
  createScene,
  GRACE,
  GRACE_BETWEEN,
  numbers,
  WINDOW,
} from "../support/scene.ts";

describe.each(KINDS)("with $records", (kind) => {
  /** Some lists of different lengths in one store. */
  async function manyLists(lengths: readonly number[]) {
    const { store, keys } = createScene(kind);
    const options = {
      clock: store.clock,
      random: store.random,
      stalenessMs: WINDOW,
      graceMs: GRACE,
      retry: { attempts: 1 },
    };
    const list = (index: number) => createListStore(store, options).list(`list ${index}`);
    for (const [index, length] of lengths.entries())
      await appendEach(list(index), numbers(0, length));
    const run = async (more = {}) => {
      const report = await compactAll(store, { ...options, ...more });
      await store.advance(GRACE_BETWEEN);
      return report;
    };
    return { store, keys, list, run, lengths };
  }

  test("one run makes a pass on every list, three leave none of their batches", async () => {
    const { run, keys, list, lengths } = await manyLists([1, 40, 0, 7, 300]);
    const { reports, errors, skipped } = await run();
    expect([...reports.keys()].sort()).toEqual(["list 0", "list 1", "list 3", "list 4"]);
    expect({ errors: errors.size, skipped }).toEqual({ errors: 0, skipped: 0 });
    await run();
    await run();

    expect(keys("batch")).toEqual([]);
    for (const [index, length] of lengths.entries())
      expect((await list(index).read()).values).toEqual(numbers(0, length));
  });

  test("only the named lists are visited", async () => {
    const { run, keys } = await manyLists([5, 5, 5]);
    const { reports } = await run({ names: ["list 1", "list 1", "no such list"] });
    expect([...reports.keys()].sort()).toEqual(["list 1", "no such list"]);
    await run({ names: new Set(["list 1"]) });
    expect(keys("batch").filter((key) => key.includes("list~201"))).toEqual([]);
    expect(keys("batch")).toHaveLength(10);
  });

  test("a list whose pass fails doesn't keep the others from theirs", async () => {
    const { run, keys, store } = await manyLists([5, 5, 5]);
    store.faults.fail({ operation: "put", key: /list~201\/s/, times: 2 }, new Error("broken"));
    const { errors, reports } = await run();
    expect([...errors.keys()]).toEqual(["list 1"]);
    expect(errors.get("list 1")).toMatchObject({ code: "store-failed" });
    expect(reports.size).toBe(2);
    await run();
    await run();
    await run();
    expect(keys("batch")).toEqual([]);
  });

  test.each([15, 40, 100])(
    "a budget of %i store calls is kept, and every list has its turn in the end",
    async (maxOperations) => {
      const lengths = [60, 1, 200, 3, 30, 2, 90, 1];
      const { run, keys, store, list } = await manyLists(lengths);
      let runs = 0;
      for (; keys("batch").length > 0 && runs < 150; runs++) {
        store.resetCounts();
        const { operations } = await run({ maxOperations });
        const made = Object.values(store.counts()).reduce((sum, count) => sum + count, 0);
        expect(operations).toBe(made);
        expect(made).toBeLessThanOrEqual(maxOperations);
      }
      expect(keys("batch")).toEqual([]);
      for (const [index, length] of lengths.entries())
        expect((await list(index).read()).values).toEqual(numbers(0, length));
    },
  );

  test("an idle list costs a run one list, beside the listing of all keys", async () => {
    const { run, store } = await manyLists([5, 5, 5]);
    for (let n = 0; n < 3; n++) await run();
    store.resetCounts();
    await run();
    expect(store.counts()).toEqual({ put: 0, get: 0, getMany: 0, delete: 0, list: 4 });
  });
});
