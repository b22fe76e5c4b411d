import { type JsonValue, ListError, type StoreLimits } from "@shardlist/core";

/** A record as JSON, and its size. */
export interface RecordText {
  readonly text: string;
  readonly bytes: number;
}

/** Refuses before any I/O a key that would be taken for a name with a record behind it. */
export function checkKey(key: string, limits: StoreLimits): void {
  if (key === "") throw new ListError("invalid-name", "the key is empty");
  if (key.includes("!")) {
    throw new ListError(
      "invalid-name",
      `the key ${JSON.stringify(key)} holds "!", behind which a record rides: leave it out`,
    );
  }
  checkName(key, limits);
}

/** Refuses before any I/O a name that is too long for the store. */
export function checkName(name: string, limits: StoreLimits): void {
  const bytes = utf8Bytes(name).length;
  if (bytes <= limits.keyBytes) return;
  throw new ListError(
    "invalid-name",
    `the key has ${bytes} bytes, ${limits.keyBytes} are allowed: use a shorter list name or prefix`,
  );
}

/** The JSON of a record. Refuses before any I/O what is too large for the store. */
export function encodeRecord(record: JsonValue, limits: StoreLimits): RecordText {
  const text = JSON.stringify(record);
  const bytes = utf8Bytes(text).length;
  if (bytes > limits.valueBytes) {
    throw new ListError(
      "value-too-large",
      `the record has ${bytes} bytes, ${limits.valueBytes} are allowed: split the value`,
    );
  }
  return { text, bytes };
}

/** The record in a stored text; text that isn't JSON is returned as it is. */
export function decodeRecord(text: string): JsonValue;
export function decodeRecord(text: string | undefined): JsonValue | undefined;
export function decodeRecord(text: string | undefined): JsonValue | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function utf8Bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
