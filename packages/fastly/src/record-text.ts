import { type JsonValue, ListError, type StoreLimits } from "@shardlist/core";

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
  if (fitsInto(limits.keyBytes, name)) return;
  throw new ListError(
    "invalid-name",
    `the key has ${utf8Bytes(name).length} bytes, ${limits.keyBytes} are allowed: use a shorter list name or prefix`,
  );
}

/** The JSON of a record. Refuses before any I/O what is too large for the store. */
export function encodeRecord(record: JsonValue, limits: StoreLimits): string {
  const text = JSON.stringify(record);
  if (fitsInto(limits.valueBytes, text)) return text;
  throw new ListError(
    "value-too-large",
    `the record has ${utf8Bytes(text).length} bytes, ${limits.valueBytes} are allowed: split the value`,
  );
}

/**
 * Whether a text takes at most so many bytes. Most are so short or so long that nobody needs to
 * count.
 */
export function fitsInto(bytes: number, text: string): boolean {
  return text.length * 3 <= bytes || (text.length <= bytes && utf8Bytes(text).length <= bytes);
}

/** The record in a stored text; text that isn't JSON is returned as it is. */
export function decodeRecord(text: string): JsonValue;
export function decodeRecord(text: string | undefined): JsonValue | undefined;
export function decodeRecord(text: string | undefined): JsonValue | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error; // out of memory: the text may well be JSON
  }
}

export function utf8Bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
