import { createListStore } from "@shardlist/core";
import { memoryStore } from "@shardlist/core/memory";
import { expect, test } from "vitest";
import budgets from "../data/budgets.json" with { type: "json" };
import { amplificationPoints } from "../src/compaction/amplification.ts";
import { foldingRow } from "../src/compaction/folding.ts";
import { steadyState } from "../src/compaction/steady-state.ts";
import { metered } from "../src/metered-store.ts";
import { costOfReading, recordLists } from "../src/reading/read-subjects.ts";
import { sampleValue } from "../src/sample-values.ts";
import { emptyList, LIST_NAME, looseList } from "../src/stored-lists.ts";

test.each([0, 2000])("an append to a list of %i entries is one small put", async (entries) => {
  const { store, clock } = entries === 0 ? emptyList(memoryStore()) : await looseList(entries);
  const meter = metered(store);

  await createListStore(meter, { clock }).list(LIST_NAME).append(sampleValue(1));

  expect(meter.billed()).toEqual({ put: 1, get: 0, delete: 0, list: 0 });
  expect(meter.bytesPut()).toBeLessThanOrEqual(budgets.appendBytes);
});

test("a loose list costs a listing for each thousand entries, at most twice as many, and no get", async () => {
  const { loose } = await recordLists(10_000);

  const { billed } = await costOfReading(loose, "loose");

  expect(billed.get).toBe(0);
  expect(billed.list).toBeLessThanOrEqual(budgets.listingsPer10000LooseEntries);
});

test("a compacted list costs a listing and a get, and a get alone by its head", async () => {
  const { compacted } = await recordLists(10_000);

  expect((await costOfReading(compacted, "compacted")).billed).toMatchObject({ get: 1, list: 1 });
  expect((await costOfReading(compacted, "consolidated")).billed).toMatchObject({ list: 0 });
});

test("compacting costs a delete for each key and a handful of other operations", async () => {
  const { operations } = await foldingRow(1000);

  const { put, get, list } = operations;
  expect(operations.delete).toBe(1000);
  expect(put + get + list).toBeLessThanOrEqual(budgets.foldOperationsPer1000Entries);
});

test("a growing list rewrites each entry at most log4(n) times", async () => {
  for (const { amplification, goal } of await amplificationPoints(3200))
    expect(amplification).toBeLessThanOrEqual(goal);
});

test("a list under one append a second comes to rest", async () => {
  const load = { entriesPerSecond: 1, batch: 1, minutesBetweenPasses: 1, maxOperations: 900 };

  const { keys } = await steadyState(load, 40, 10);

  expect(keys).toBeLessThanOrEqual(budgets.keysAtRestAtOneEntryPerSecond);
});
