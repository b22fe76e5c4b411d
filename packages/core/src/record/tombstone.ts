import { joinIds, splitIds } from "../entry.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import { type Decoded, openRecord, RECORD_VERSION, unreadable } from "./check.ts";

/** The record of removed ids. It wins over their entries, whichever is seen first. */
export function encodeTombstone(ids: Iterable<string>): JsonObject {
  return { tombstone: RECORD_VERSION, ids: joinIds(ids) };
}

/** The removed ids of a tombstone. */
export function decodeTombstone(record: JsonValue): Decoded<string[]> {
  const opened = openRecord(record, "tombstone");
  if (!opened.ok) return opened;
  const ids = splitIds(opened.value.ids);
  return ids === undefined ? unreadable("a tombstone with broken ids") : { ok: true, value: ids };
}
