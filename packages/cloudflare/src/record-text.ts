import { type JsonValue, ListError, type StoreLimits } from "@shardlist/core";

/** A record as JSON, and its size. */
export interface RecordText {
  readonly text: string;
  readonly bytes: number;
}

/** The JSON of a record. Refuses before any I/O what the store would refuse. */
export function encodeRecord(key: string, record: JsonValue, limits: StoreLimits): RecordText {
  const keyBytes = utf8Bytes(key);
  if (keyBytes > limits.keyBytes) {
    throw new ListError("invalid-name", `the key has ${keyBytes} bytes, ${limits.keyBytes} are allowed: use a shorter list name or prefix`);
  }
  const text = JSON.stringify(record);
  const bytes = utf8Bytes(text);
  if (bytes > limits.valueBytes) {
    throw new ListError("value-too-large", `the record has ${bytes} bytes, ${limits.valueBytes} are allowed: split the value`);
  }
  return { text, bytes };
}

/** The record in a stored text; text that isn't JSON is returned as it is, and nothing is `undefined`. */
export function decodeRecord(text: string | null | undefined): JsonValue | undefined {
  if (text === null || text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
