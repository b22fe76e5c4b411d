import { workersKV } from "@shardlist/cloudflare";
import { createListStore, type OperationCounts, type ReadOptions } from "@shardlist/core";
import { metered } from "../metered-store.ts";
import type { BilledOperations } from "../prices.ts";
import { compactFully, LIST_NAME, looseList } from "../stored-lists.ts";
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

/** One list in both forms, recorded. */
export async function recordLists(
  entries: number,
): Promise<{ readonly loose: RecordedList; readonly compacted: RecordedList }> {
  const stored = await looseList(entries);
  const record = async (...reads: ReadOptions[]): Promise<RecordedList> => {
    const recorded = { recording: new Map(), now: stored.clock.now() };
    for (const options of reads) {
      const namespace = recordedNamespace(recorded.recording, stored.store);
      await listOver(namespace, recorded.now).read(options);
    }
    return recorded;
  };
  const loose = await record({});
  await compactFully(stored);
  return { loose, compacted: await record({}, { freshness: "consolidated" }) };
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
