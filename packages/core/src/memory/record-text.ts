import { ListError } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import { isKeyText } from "../key-text.ts";
import type { PutOptions, StoreLimits } from "../record-store.ts";
import { utf8Bytes } from "../value.ts";

/** A record as a store keeps it: its JSON text, and whether it comes with a listing. */
export interface RecordText {
  readonly text: string;
  readonly inline: boolean;
}

/** Workers KV refuses a shorter lifetime. */
const SHORTEST_TTL_SECONDS = 60;

/**
 * Turns a record into text and checks it against the limits. Throws a {@link ListError} for what no
 * store takes.
 */
export function toRecordText(
  record: JsonValue,
  options: PutOptions,
  limits: StoreLimits,
): RecordText {
  const { inline = true, expirationTtl = SHORTEST_TTL_SECONDS } = options;
  if (!(Number.isInteger(expirationTtl) && expirationTtl >= SHORTEST_TTL_SECONDS)) {
    throw new ListError(
      "invalid-option",
      `\`expirationTtl\` must be whole seconds, 60 at least, not ${expirationTtl}`,
    );
  }
  const text = jsonText(record);
  if (isLonger(text, limits.valueBytes)) {
    const bytes = utf8Bytes(text);
    throw new ListError(
      "value-too-large",
      `the record has ${bytes} bytes, ${limits.valueBytes} are allowed: split the value`,
    );
  }
  return { text, inline: inline && !isLonger(text, limits.inlineBytes) };
}

/** The record that a text holds. Text that isn't JSON is returned as it is, as the port asks. */
export function fromRecordText(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error; // out of memory: the text may well be JSON
  }
}

/** Throws a {@link ListError} for a key that no store takes. */
export function checkKey(key: string, limits: StoreLimits): void {
  if (!isKeyText(key)) {
    throw new ListError("invalid-name", `${JSON.stringify(key)} is not a key`);
  }
  if (!isLonger(key, limits.keyBytes)) return;
  const bytes = utf8Bytes(key);
  throw new ListError(
    "invalid-name",
    `the key has ${bytes} bytes, ${limits.keyBytes} are allowed: use a shorter list name or prefix`,
  );
}

/** A cursor that didn't come from a listing of this prefix. */
export function notACursor(cursor: string, prefix: string): ListError {
  return new ListError(
    "invalid-value",
    `${JSON.stringify(cursor)} is not a cursor of the prefix ${JSON.stringify(prefix)}`,
  );
}

/** More keys than one `getMany` takes. */
export function tooManyKeys(keys: number, most: number): ListError {
  return new ListError("invalid-value", `\`getMany\` takes at most ${most} keys, not ${keys}`);
}

function jsonText(record: JsonValue): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(record);
  } catch (cause) {
    throw new ListError("invalid-value", "the record has no JSON form", { cause });
  }
  if (text === undefined) throw new ListError("invalid-value", "the record has no JSON form");
  return text;
}

/** A UTF-16 unit never takes more than three bytes, so most texts need no counting. */
function isLonger(text: string, bytes: number): boolean {
  return text.length > bytes || (text.length * 3 > bytes && utf8Bytes(text) > bytes);
}
