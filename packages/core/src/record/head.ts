import { isId } from "../entry.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import {
  type Decoded,
  isArray,
  isObject,
  isTime,
  openRecord,
  RECORD_VERSION,
  unreadable,
} from "./check.ts";
import { type SealedRecord, sealed, sealHolds } from "./checksum.ts";

/**
 * The small mutable record beside a list's keys. A hint: nothing is lost with it, and nothing rests on it but delay.
 */
export interface Head {
  /** The newest pass that left nothing loose, and the segments that held the whole list then. */
  readonly current?: CurrentSegments;
  /** When some pass had seen a segment stored, by segment id, in ms. Remains true however old the head is. */
  readonly seen: ReadonlyMap<string, number>;
}

/** The segments that made up the list at one time. */
export interface CurrentSegments {
  /** Time of the pass's listing, in ms. */
  readonly at: number;
  /** Their keys. */
  readonly keys: readonly string[];
  /** The record of the one segment, where there is only one: it saves the second get. */
  readonly body?: JsonValue;
}

export function encodeHead(head: Head): SealedRecord {
  const { current, seen } = head;
  return sealed({
    head: RECORD_VERSION,
    ...(current === undefined ? {} : { current: encodeCurrent(current) }),
    seen: [...seen].map(([id, time]) => [id, time]),
  });
}

/** The head in a record; refused unless it is whole, so that half a head names no half list. */
export function decodeHead(record: JsonValue): Decoded<Head> {
  const opened = openRecord(record, "head");
  if (!opened.ok) return opened;
  const fields = opened.value;
  if (!sealHolds(fields)) return unreadable("a head whose checksum doesn't hold");
  const seen = decodeSeen(fields.seen);
  const current = fields.current === undefined ? undefined : decodeCurrent(fields.current);
  if (seen === undefined || (fields.current !== undefined && current === undefined))
    return unreadable("a head with broken fields");
  return { ok: true, value: { seen, ...(current === undefined ? {} : { current }) } };
}

/** Joins what two passes say: the later complete pass, and the earliest sight of each segment. */
export function joinHeads(left: Head, right: Head): Head {
  const [older, newer] =
    (left.current?.at ?? -1) <= (right.current?.at ?? -1) ? [left, right] : [right, left];
  const seen = new Map(older.seen);
  for (const [id, time] of newer.seen) seen.set(id, Math.min(time, seen.get(id) ?? time));
  return { seen, ...(newer.current === undefined ? {} : { current: newer.current }) };
}

/** Whether the head says that the list is made up of exactly these segments. */
export function namesExactly(
  { current }: Head,
  segments: readonly { readonly key: string }[],
): boolean {
  const keys = segments.map(({ key }) => key).sort();
  return current?.keys.join() === keys.join();
}

function encodeCurrent({ at, keys, body }: CurrentSegments): JsonObject {
  return { at, keys, ...(body === undefined ? {} : { body }) };
}

function decodeCurrent(value: JsonValue): CurrentSegments | undefined {
  if (!isObject(value) || !isTime(value.at) || !isArray(value.keys)) return undefined;
  const keys = value.keys.filter((key) => typeof key === "string");
  if (keys.length !== value.keys.length) return undefined;
  return { at: value.at, keys, ...(value.body === undefined ? {} : { body: value.body }) };
}

function decodeSeen(value: JsonValue | undefined): Map<string, number> | undefined {
  if (!isArray(value)) return undefined;
  const seen = new Map<string, number>();
  for (const pair of value) {
    if (!isArray(pair) || !isId(pair[0]) || !isTime(pair[1])) return undefined;
    seen.set(pair[0], pair[1]);
  }
  return seen;
}
