import { type CompactOptions, compactAll, createListStore, type List } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { KINDS, LISTED } from "../support/kinds.ts";
import {
  appendEach,
  createScene,
  GRACE,
  GRACE_BETWEEN,
  HOUR,
  MINUTE,
  numbers,
  type Scene,
  SECOND,
  WINDOW,
} from "../support/scene.ts";

/** Every public way that can delete a key. */
const WAYS: readonly { way: string; run: (scene: Scene, list: List) => Promise<unknown> }[] = [
  { way: "compact()", run: async (_, list) => await list.compact() },
  { way: "compact({})", run: async (_, list) => await list.compact({}) },
  ...(
    [
      { maxOperations: 900 },
      { maxMs: HOUR },
      { minBatches: 1 },
      { minBatches: 500 },
      { dryRun: false },
      { consolidateTo: "plain" },
      { maxOperations: undefined, maxMs: undefined, dryRun: undefined },
    ] satisfies CompactOptions[]
  ).map((options) => ({
    way: `compact(${JSON.stringify(options)})`,
    run: async (_: Scene, list: List) => await list.compact(options),
  })),
  { way: "clear", run: async (_, list) => await list.clear() },
  {
    way: "compactAll",
    run: async ({ store }) =>
      await compactAll(store, {
        clock: store.clock,
        random: store.random,
        stalenessMs: WINDOW,
        graceMs: GRACE,
      }),
  },
];

describe.each(KINDS)("with $records", (kind) => {
  // https://github.com/slatedb/slatedb/issues/204
  test.each([1, 30, 400])(
    "entries that are %i days old stay for the grace period after they were folded",
    async (days) => {
      const { cold, store, keys } = createScene(kind);
      await appendEach(cold(), numbers(0, 40));
      await store.advance(days * 24 * HOUR);
      await cold().compact();

      await store.advance(9 * MINUTE);
      await cold().compact();
      expect(keys("batch")).toHaveLength(40);
      await store.advance(12 * MINUTE);
      await cold().compact();
      expect(keys("batch")).toEqual([]);
    },
  );

  // https://gitlab.com/gitlab-org/gitaly/-/merge_requests/4416
  test.each(WAYS)(
    "$way deletes no key that was superseded less than the grace period ago",
    async ({ run }) => {
      const scene = createScene(kind);
      const { cold, store, keys } = scene;
      await appendEach(cold(), numbers(0, 20));
      await cold().compact();
      await appendEach(cold(), numbers(20, 90));
      await cold().remove((await cold().read()).entries.slice(0, 2));
      await cold().compact();
      const before = [...keys("batch"), ...keys("segment"), ...keys("tombstone")];

      await store.advance(GRACE - SECOND);
      await run(scene, cold());

      expect(keys()).toEqual(expect.arrayContaining(before));
    },
  );

  test("a dry run puts and deletes nothing, whatever is due", async () => {
    const { cold, store, keys, passes } = createScene(kind, { lists: { maxEntries: 10 } });
    for (const folded of [0, 1]) {
      await appendEach(cold(), numbers(0, 30));
      await passes(folded);
      const before = keys();
      store.resetCounts();

      await cold().compact({ dryRun: true });
      await cold().compact({ dryRun: true, consolidateTo: "plain" });

      expect(store.counts()).toMatchObject({ put: 0, delete: 0 });
      expect(keys()).toEqual(before);
    }
  });

  test("a dry run tells how much a real one would absorb and delete", async () => {
    const { cold, passes } = createScene(kind);
    await appendEach(cold(), numbers(0, 30));
    const folding = await cold().compact({ dryRun: true });
    expect(folding).toMatchObject({ absorbed: 30, deleted: 0, written: 0 });
    await passes(1);
    const deleting = await cold().compact({ dryRun: true });
    expect(deleting).toMatchObject({ absorbed: 0, deleted: 30, written: 0 });
  });

  test.each([1, 2, 30])(
    "after a grace period, %i batches are gone and a read is as before",
    async (count) => {
      const { cold, keys, passes, values, store } = createScene(kind);
      await appendEach(cold(), numbers(0, count));
      await passes(2);

      expect(keys("batch")).toEqual([]);
      expect(await values()).toEqual(numbers(0, count));
      await store.advance(GRACE_BETWEEN);
      expect(await values(store.region("elsewhere"))).toEqual(numbers(0, count));
    },
  );
});

test("a grace period of less than two staleness windows is refused by name", () => {
  const { store } = createScene(LISTED);
  for (const graceMs of [1, WINDOW, 2 * WINDOW - 1])
    expect(() => createListStore(store, { stalenessMs: WINDOW, graceMs })).toThrow(
      expect.objectContaining({
        code: "invalid-option",
        message: expect.stringContaining("`graceMs`"),
      }),
    );
  createListStore(store, { stalenessMs: WINDOW, graceMs: 2 * WINDOW });
  createListStore(store, { stalenessMs: undefined, graceMs: undefined, retentionMs: undefined });
  createListStore(store, { stalenessMs: HOUR, graceMs: undefined });
});
