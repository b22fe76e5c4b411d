import type { JsonValue } from "../json.ts";
import type { PutOptions, StoreLimits } from "../record-store.ts";
import { utf8Bytes } from "./utf8.ts";

/** A record as a store keeps it: its JSON text, and whether it comes with a listing. */
export interface RecordText {
  readonly text: string;
  readonly inline: boolean;
}

/** Workers KV refuses a shorter lifetime. */
const SHORTEST_TTL_SECONDS = 60;

/** Turns a record into text and checks it against the limits. Throws a `RangeError` or `TypeError` for what no store takes. */
export function toRecordText(record: JsonValue, options: PutOptions, limits: StoreLimits): RecordText {
  const { inline = true, expirationTtl = SHORTEST_TTL_SECONDS } = options;
  if (!(Number.isInteger(expirationTtl) && expirationTtl >= SHORTEST_TTL_SECONDS)) {
    throw new RangeError(`\`expirationTtl\` is a whole number of seconds, 60 at least; got ${expirationTtl}`);
  }
  const text = JSON.stringify(record) as string | undefined;
  if (text === undefined) throw new TypeError("the record has no JSON form");
  // A UTF-16 unit never takes more than three bytes, so most texts need no counting.
  const { valueBytes, inlineBytes } = limits;
  if (text.length * 3 > valueBytes && utf8Bytes(text) > valueBytes) {
    throw new RangeError(`the record is ${utf8Bytes(text)} bytes of JSON, more than the ${valueBytes} allowed`);
  }
  return { text, inline: inline && (text.length * 3 <= inlineBytes || utf8Bytes(text) <= inlineBytes) };
}

/** The record that a text holds. Text that isn't JSON is returned as it is, as the port asks. */
export function fromRecordText(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/** Throws a `RangeError` for a key that no store takes. */
export function checkKey(key: string, limits: StoreLimits): void {
  if (key === "" || key === "." || key === "..") throw new RangeError(`"${key}" is not a key`);
  if (key.length * 3 > limits.keyBytes && utf8Bytes(key) > limits.keyBytes) {
    throw new RangeError(`the key is ${utf8Bytes(key)} bytes, more than the ${limits.keyBytes} allowed: ${key}`);
  }
  if (LONE_SURROGATE.test(key)) throw new RangeError(`the key has a lone surrogate: ${JSON.stringify(key)}`);
}

/** With the `u` flag a pair is one character, so that only a lone half matches. */
const LONE_SURROGATE = /[\uD800-\uDFFF]/u;
