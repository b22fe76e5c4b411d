import type { JsonValue } from "../../json.ts";
import { fromRecordText, type RecordText } from "../../memory/record-text.ts";

/** A record in the store, with what its text says once somebody has asked. */
export interface StoredRecord extends RecordText {
  parsed?: JsonValue;
}

/**
 * The record, as nobody else has it. Each is read many times, and a copy of what was parsed once takes a
 * fraction of the time of parsing its text again.
 */
export function freshRecord(stored: StoredRecord): JsonValue {
  stored.parsed ??= fromRecordText(stored.text);
  return copyOf(stored.parsed);
}

function copyOf(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  const copy: Record<string, JsonValue> = { ...(value as { [key: string]: JsonValue }) };
  // Each key is the copy's own by now, `__proto__` too.
  for (const key in copy) copy[key] = copyOf(copy[key] as JsonValue);
  return copy;
}
