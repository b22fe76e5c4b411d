import type { JsonObject, JsonValue } from "../json.ts";

/** The version of every record's shape. A higher one is a newer shardlist's: left alone and reported. */
export const RECORD_VERSION = 1;

/** A record that was read, or why it couldn't be. What comes from the store is a stranger's input. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

/** Names of a record's kinds: the field that holds its version. */
export type RecordKind = "batch" | "tombstone" | "segment" | "head";

/** The fields of a record of `kind` in a version we know; otherwise why not. */
export function openRecord(record: JsonValue, kind: RecordKind): Decoded<JsonObject> {
  if (!isObject(record)) return unreadable(`not a ${kind} record`);
  const version = record[kind];
  if (version === RECORD_VERSION) return { ok: true, value: record };
  if (typeof version === "number")
    return unreadable(`${kind} version ${version}, written by a newer shardlist`);
  return unreadable(`not a ${kind} record`);
}

export function unreadable(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `Array.isArray` that keeps the type of readonly arrays. */
export function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function isTime(value: JsonValue | undefined): value is number {
  return typeof value === "number" && value >= 0 && Number.isFinite(value);
}
