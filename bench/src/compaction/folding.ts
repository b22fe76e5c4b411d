import { type CompactionReport, createListStore } from "@shardlist/core";
import { cpuMicroseconds, sideBySide } from "../measure.ts";
import { metered } from "../metered-store.ts";
import { addOperations, type BilledOperations, dollarsFor } from "../prices.ts";
import { sampleValues } from "../sample-values.ts";
import { quantile } from "../spread.ts";
import { LIST_NAME, looseList, PASS_DISTANCE_MS } from "../stored-lists.ts";

/** What it takes to compact a list of loose entries once, from the first pass to the last delete. */
export interface FoldingRow {
  readonly entries: number;
  readonly passes: number;
  readonly operations: BilledOperations;
  readonly dollarsPerMillionEntries: number;
  /** Entries for each operation of the fold alone, without the deletes that follow. */
  readonly entriesPerOperation: number;
  /** CPU of the pass that folds, by entry, and in multiples of `JSON.parse` of the values. */
  readonly foldUsPerEntry: number;
  readonly foldInParses: number;
  readonly readBefore: BilledOperations;
  readonly readAfter: BilledOperations;
}

/** Compacts a list of loose entries to its end. */
export async function foldingRow(entries: number): Promise<FoldingRow> {
  const { store, clock } = await looseList(entries);
  const meter = metered(store);
  const open = () => createListStore(meter, { clock }).list(LIST_NAME);
  const costOfRead = async () => {
    meter.reset();
    await open().read();
    return meter.billed();
  };
  const readBefore = await costOfRead();
  let operations: BilledOperations = { put: 0, get: 0, delete: 0, list: 0 };
  let passes = 0;
  let folding = { us: 0, operations: 1 };
  for (let isDone = false; !isDone; passes++) {
    clock.advance(PASS_DISTANCE_MS);
    meter.reset();
    let report: CompactionReport | undefined;
    const us = await cpuMicroseconds(async () => {
      report = await open().compact();
    });
    if (passes === 0) folding = { us, operations: total(meter.billed()) };
    operations = addOperations(operations, meter.billed());
    isDone = report?.remaining === 0 && report.written === 0;
  }
  return {
    entries,
    passes,
    operations,
    dollarsPerMillionEntries: (dollarsFor(operations) / entries) * 1e6,
    entriesPerOperation: entries / folding.operations,
    foldUsPerEntry: folding.us / entries,
    foldInParses: folding.us / (await parseUs(entries)),
    readBefore,
    readAfter: await costOfRead(),
  };
}

function total(operations: BilledOperations): number {
  return Object.values(operations).reduce((sum, count) => sum + count, 0);
}

/** The median CPU time of `JSON.parse` of the values. */
async function parseUs(entries: number): Promise<number> {
  const text = JSON.stringify(sampleValues(entries));
  const { parse } = await sideBySide({ parse: () => JSON.parse(text) }, { rounds: 7 });
  return quantile(parse, 0.5);
}
