import { type JsonValue, ListError, type StoreLimits } from "@shardlist/core";

/** A record as JSON, and its size. */
export interface RecordText {
  readonly text: string;
  readonly bytes: number;
}

/** The JSON of a record. Refuses before any call what the store would refuse. */
export function encodeRecord(record: JsonValue, limits: StoreLimits): RecordText {
  const text = JSON.stringify(record);
  const bytes = utf8Bytes(text);
  if (bytes <= limits.valueBytes) return { text, bytes };
  throw new ListError(
    "value-too-large",
    `the record has ${bytes} bytes, ${limits.valueBytes} are allowed: split the value`,
  );
}

/** The record in a stored text; text that isn't JSON is returned as it is, and no text is `undefined`. */
export function decodeRecord(text: string | null | undefined): JsonValue | undefined {
  if (text === null || text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error; // out of memory: the text may well be JSON
  }
}

/** Bytes that `text` takes in UTF-8. */
export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
