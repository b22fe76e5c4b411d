import { ListError } from "./errors.ts";
import type { AppendOptions } from "./list-types.ts";
import { encodeValue } from "./value.ts";
import type { PreparedEntry } from "./write.ts";

/** Longer idempotency keys are mistakes, and would push small entries out of the listing. */
const MAX_KEY_CHARACTERS = 1024;

/** Checks one value and its options, and takes the value's JSON. */
export function prepareEntry(value: unknown, options: AppendOptions, path: string): PreparedEntry {
  const { key, expiresAt } = options;
  return {
    encoded: encodeValue(value, path),
    ...(key === undefined ? {} : { key: checkKey(key) }),
    ...(expiresAt === undefined ? {} : { expiresAt: checkExpiry(expiresAt) }),
  };
}

function checkKey(key: unknown): string {
  if (typeof key === "string" && key.length > 0 && key.length <= MAX_KEY_CHARACTERS) return key;
  throw new ListError(
    "invalid-option",
    `\`key\` must be a string of 1 to ${MAX_KEY_CHARACTERS} characters`,
  );
}

function checkExpiry(expiresAt: unknown): number {
  if (Number.isSafeInteger(expiresAt) && (expiresAt as number) > 0) return expiresAt as number;
  throw new ListError(
    "invalid-option",
    "`expiresAt` must be whole milliseconds since 1970, such as Date.now() + 60_000",
  );
}
