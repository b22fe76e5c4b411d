import { optionsOf, positive, refuseOption } from "./check-option.ts";
import { ListError } from "./errors.ts";
import type { ListContext } from "./list-context.ts";
import type { AppendOptions } from "./list-types.ts";
import { type EncodedValue, encodeValue } from "./value.ts";
import { maxValueBytes, sizeOf } from "./write.ts";

/** One value to append, already checked. */
export interface PreparedEntry {
  readonly encoded: EncodedValue;
  readonly key?: string;
  readonly expiresAt?: number;
}

/** Longer idempotency keys are mistakes, and would push small entries out of the listing. */
const MAX_KEY_CHARACTERS = 1024;

/** Checks one value and its options, and takes the value's JSON. Refuses what no record can hold. */
export function prepareEntry(
  context: ListContext,
  value: unknown,
  options: AppendOptions,
  path: string,
): PreparedEntry {
  const { key, expiresAt } = optionsOf(options);
  const entry = {
    encoded: encodeValue(value, path),
    ...(key !== undefined && { key: checkKey(key) }),
    ...(expiresAt !== undefined && { expiresAt: positive("expiresAt", expiresAt) }),
  };
  const bytes = sizeOf(entry);
  const max = maxValueBytes(context);
  if (bytes <= max) return entry;
  throw new ListError(
    "value-too-large",
    `${path} has ${bytes} bytes, ${max} are allowed: split the value`,
  );
}

function checkKey(key: unknown): string {
  if (typeof key === "string" && key !== "" && key.length <= MAX_KEY_CHARACTERS) return key;
  return refuseOption("key", `must be a string of 1 to ${MAX_KEY_CHARACTERS} characters`);
}
