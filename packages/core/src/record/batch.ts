import { batchIds, type Entry, timeOf } from "../entry.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import { type Decoded, isArray, isTime, openRecord, RECORD_VERSION, unreadable } from "./check.ts";

/** One value on its way into a batch. */
export interface NewEntry {
  readonly value: JsonValue;
  readonly key?: string;
  readonly expiresAt?: number;
}

/**
 * The record of one append call. The key names the first id and the others follow from it, so ids cost no bytes.
 * `keys` and `expiresAt` stand beside `values`, with null where an entry has none, and only where some entry has one.
 */
export function encodeBatch(entries: readonly NewEntry[]): JsonObject {
  return {
    batch: RECORD_VERSION,
    values: entries.map((entry) => entry.value),
    ...column(entries, "keys", (entry) => entry.key),
    ...column(entries, "expiresAt", (entry) => entry.expiresAt),
  };
}

/** The entries of a batch whose key names `firstId`. */
export function decodeBatch(firstId: string, record: JsonValue): Decoded<Entry[]> {
  const opened = openRecord(record, "batch");
  if (!opened.ok) return opened;
  const { values, keys, expiresAt } = opened.value;
  if (!isArray(values) || values.length === 0) return unreadable("a batch without values");
  if (!isColumn(keys, values.length, isText)) return unreadable("a batch with broken keys");
  if (!isColumn(expiresAt, values.length, isTime))
    return unreadable("a batch with broken expiry times");
  const entries = batchIds(firstId, values.length).map((id, index) =>
    withExtras(
      { id, value: values[index] ?? null, appendedAt: timeOf(id) },
      keys?.[index],
      expiresAt?.[index],
    ),
  );
  return { ok: true, value: entries };
}

function isText(item: JsonValue): item is string {
  return typeof item === "string";
}

/** An entry with its key and expiry, where it has them. */
export function withExtras(
  entry: Entry,
  key: string | null | undefined,
  expiresAt: number | null | undefined,
): Entry {
  if (key == null && expiresAt == null) return entry;
  return { ...entry, ...(key == null ? {} : { key }), ...(expiresAt == null ? {} : { expiresAt }) };
}

function column(
  entries: readonly NewEntry[],
  name: string,
  pick: (entry: NewEntry) => string | number | undefined,
): JsonObject {
  if (entries.every((entry) => pick(entry) === undefined)) return {};
  return { [name]: entries.map((entry) => pick(entry) ?? null) };
}

function isColumn<Item extends string | number>(
  value: JsonValue | undefined,
  length: number,
  isItem: (item: JsonValue) => item is Item,
): value is readonly (Item | null)[] | undefined {
  if (value === undefined) return true;
  return (
    isArray(value) &&
    value.length === length &&
    value.every((item) => item === null || isItem(item))
  );
}
