import { batchIds, ID_LETTERS, timeOf } from "./entry.ts";
import type { JsonValue } from "./json.ts";
import { batchKey, tombstoneKey } from "./key.ts";
import type { ListContext } from "./list-context.ts";
import { type OwnEntry, openEntry } from "./own-writes.ts";
import type { PreparedEntry } from "./prepare.ts";
import { encodeBatch } from "./record/batch.ts";
import { encodeTombstone } from "./record/tombstone.ts";
import { groupsOf, mapParallel, type StoreCalls } from "./store-calls.ts";
import { utf8Bytes } from "./value.ts";

/** The part of a value's limit that records keep for ids, keys and the names of replaced segments. */
const ENVELOPE_SHARE = 1 / 25;
/** JSON around one value of a record: its comma, and null or quotes in the columns beside it. */
const PER_VALUE_BYTES = 12;
/** What a removed id takes in a segment: as a dropped entry's it may stand there beside the tombstone's. */
const REMOVED_ID_BYTES = ID_LETTERS + 2;

/** The largest value, in bytes of JSON, that a store can hold for us. */
export function maxValueBytes(context: ListContext): number {
  return Math.floor(context.settings.limits.valueBytes * (1 - ENVELOPE_SHARE));
}

/**
 * Stores entries: one put for the lot, more only where a limit forces it. Ids are drawn before the first await, so that
 * the order of calls is the order of entries. A put that failed is repeated with the same key and the same bytes.
 */
export async function putEntries(
  context: ListContext,
  calls: StoreCalls,
  entries: readonly PreparedEntry[],
): Promise<OwnEntry[]> {
  const batches = splitBySize(entries, maxValueBytes(context)).map((batch) => {
    const firstId = context.newId(context.clock.tick(batch.length));
    const own = ownEntries(firstId, batch);
    const record = encodeBatch(own.map(openEntry<JsonValue>));
    return { key: batchKey(context.base, firstId), record, own };
  });
  await mapParallel(batches, context.settings.concurrency, ({ key, record }) =>
    calls.put(key, record),
  );
  return batches.flatMap(({ own }) => own);
}

/** A tombstone that is stored, or about to be. */
export interface PlannedTombstone {
  readonly key: string;
  readonly id: string;
  readonly ids: readonly string[];
}

/** Tombstones for removed ids: one, more only where the value limit forces it. */
export function planTombstones(context: ListContext, ids: readonly string[]): PlannedTombstone[] {
  // Groups of none would never end.
  const perRecord = Math.max(1, Math.floor(maxValueBytes(context) / REMOVED_ID_BYTES));
  return groupsOf(ids, perRecord).map((group) => {
    const id = context.newId(context.clock.tick(1));
    return { key: tombstoneKey(context.base, id), id, ids: group };
  });
}

/** Stores tombstones: one put each, whether or not their ids are visible here. */
export async function putTombstones(
  { settings }: ListContext,
  calls: StoreCalls,
  tombstones: readonly PlannedTombstone[],
): Promise<void> {
  await mapParallel(tombstones, settings.concurrency, ({ key, ids }) =>
    calls.put(key, encodeTombstone(ids)),
  );
}

function ownEntries(firstId: string, batch: readonly PreparedEntry[]): OwnEntry[] {
  const ids = batchIds(firstId, batch.length);
  return batch.map((entry, index) => {
    const id = ids[index] ?? firstId;
    return { ...entry, id, appendedAt: timeOf(id) };
  });
}

/**
 * Bytes of JSON that an entry takes in a segment, where its id stands beside it: a batch goes into one segment whole.
 */
export function sizeOf({ encoded, key }: PreparedEntry): number {
  return (
    encoded.bytes +
    ID_LETTERS +
    PER_VALUE_BYTES +
    (key === undefined ? 0 : utf8Bytes(JSON.stringify(key)) + PER_VALUE_BYTES)
  );
}

function splitBySize(entries: readonly PreparedEntry[], max: number): PreparedEntry[][] {
  const batches: PreparedEntry[][] = [];
  let room = 0;
  for (const entry of entries) {
    const bytes = sizeOf(entry);
    if (batches.length === 0 || bytes > room) {
      batches.push([]);
      room = max;
    }
    batches.at(-1)?.push(entry);
    room -= bytes;
  }
  return batches;
}
