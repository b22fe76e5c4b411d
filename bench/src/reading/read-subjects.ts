import { workersKV } from "@shardlist/cloudflare";
import { createListStore, type OperationCounts, type ReadOptions } from "@shardlist/core";
import { metered } from "../metered-store.ts";
import type { BilledOperations } from "../prices.ts";
import { compactFully, LIST_NAME, looseList, type StoredList } from "../stored-lists.ts";
import { type Recording, recordedNamespace } from "./recorded-namespace.ts";

/** A list as it lies in Workers KV, ready to be read any number of times. */
export interface RecordedList {
  readonly recording: Recording;
  /** The time at which it is read. */
  readonly now: number;
}

/** How a list lies in the store, or is read. */
export type Form = "loose" | "compacted" | "consolidated";

/** What one read cost. */
export interface ReadCost {
  readonly operations: OperationCounts;
  readonly billed: BilledOperations;
  /** Bytes of all answers of the store. */
  readonly bytes: number;
}

/** Longer lists are compacted from batches: a million deletes take minutes, and what they leave behind is the same. */
const MOST_SINGLE = 200_000;
const BATCH_OF_LONG = 10;

/** One list in both forms, recorded. */
export async function recordLists(
  entries: number,
): Promise<{ readonly loose: RecordedList; readonly compacted: RecordedList }> {
  const record = async (stored: StoredList, ...reads: ReadOptions[]): Promise<RecordedList> => {
    const recorded = { recording: new Map(), now: stored.clock.now() };
    for (const options of reads) {
      const namespace = recordedNamespace(recorded.recording, stored.store);
      await listOver(namespace, recorded.now).read(options);
    }
    return recorded;
  };
  const looseStored = await looseList(entries);
  const loose = await record(looseStored, {});
  const stored = entries > MOST_SINGLE ? await looseList(entries, BATCH_OF_LONG) : looseStored;
  await compactFully(stored);
  return { loose, compacted: await record(stored, {}, { freshness: "consolidated" }) };
}

/** Reads a recorded list as a request to a Worker does, with the adapter for Workers KV. */
export async function readRecorded(list: RecordedList, form: Form): Promise<number> {
  const { values } = await listOver(recordedNamespace(list.recording), list.now).read(
    optionsOf(form),
  );
  return values.length;
}

/** What such a read costs in operations and bytes. */
export async function costOfReading(list: RecordedList, form: Form): Promise<ReadCost> {
  const namespace = recordedNamespace(list.recording);
  const store = metered(workersKV(namespace));
  const { operations } = await createListStore(store, { clock: fixedClock(list.now) })
    .list(LIST_NAME)
    .read(optionsOf(form));
  return { operations, billed: store.billed(), bytes: namespace.bytes() };
}

function listOver(namespace: ReturnType<typeof recordedNamespace>, now: number) {
  return createListStore(workersKV(namespace), { clock: fixedClock(now) }).list(LIST_NAME);
}

function optionsOf(form: Form): ReadOptions {
  return form === "consolidated" ? { freshness: "consolidated" } : {};
}

function fixedClock(now: number) {
  return { now: () => now, sleep: async () => {} };
}
