import { ListError } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import type { ListContext } from "../list-context.ts";
import type { OperationCounts } from "../record-store.ts";
import { utf8Bytes } from "../value.ts";

/** Refuses a key for the plain array that no store takes, or that would stand among the lists' own keys. */
export function checkPlainKey({ settings }: ListContext, key: unknown): string {
  const isText = typeof key === "string" && key !== "" && key !== "." && key !== "..";
  if (isText && utf8Bytes(key) <= settings.limits.keyBytes && !key.startsWith(settings.prefix))
    return key;
  throw new ListError(
    "invalid-option",
    `\`consolidateTo\` must be a key of 1 to ${settings.limits.keyBytes} bytes outside ${JSON.stringify(settings.prefix)}`,
  );
}

/** The values as a record of their own; refused where no record can hold them. */
export function checkPlainArray(
  { settings, name }: ListContext,
  values: readonly unknown[],
): JsonValue {
  // Values that were read from records are JSON.
  const array = values as readonly JsonValue[];
  const bytes = utf8Bytes(JSON.stringify(array));
  if (bytes <= settings.limits.valueBytes) return array;
  throw new ListError(
    "value-too-large",
    `list ${JSON.stringify(name)} takes ${bytes} bytes as one array, a record holds ${settings.limits.valueBytes}: read it through shardlist, or cap it with \`maxEntries\``,
  );
}

/** All calls together. */
export function sumOf(counts: OperationCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The sum of several counts. */
export function addCounts(...counts: readonly OperationCounts[]): OperationCounts {
  const sum = { put: 0, get: 0, getMany: 0, delete: 0, list: 0 };
  for (const one of counts)
    for (const kind of Object.keys(sum) as (keyof OperationCounts)[]) sum[kind] += one[kind];
  return sum;
}
