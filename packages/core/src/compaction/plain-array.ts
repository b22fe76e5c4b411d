import { ListError } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import { isKeyText } from "../key-text.ts";
import type { ListContext } from "../list-context.ts";
import type { StoreCalls } from "../store-calls.ts";
import { utf8Bytes } from "../value.ts";
import type { Pass } from "./pass.ts";

/** Refuses a key for the plain array that no store takes, or that would stand among the lists' own keys. */
export function checkPlainKey({ settings }: ListContext, key: unknown): string {
  const isText = typeof key === "string" && isKeyText(key);
  if (isText && utf8Bytes(key) <= settings.limits.keyBytes && !key.startsWith(settings.prefix))
    return key;
  throw new ListError(
    "invalid-option",
    `\`consolidateTo\` must be a key of 1 to ${settings.limits.keyBytes} bytes outside ${JSON.stringify(settings.prefix)}`,
  );
}

/** Reads the values that a reader of the list sees. */
export type ReadValues = (calls: StoreCalls) => Promise<readonly unknown[]>;

/** Leaves the values under a key as a plain array, out of what the pass has left of its budget. */
export async function consolidate(pass: Pass, key: string, readValues: ReadValues): Promise<void> {
  if (!pass.hasTime()) {
    pass.tally.stopped = "time";
    return;
  }
  pass.enter("consolidate");
  const array = checkPlainArray(pass.context, await readValues(pass.calls));
  await pass.calls.update(key, () => array);
}

/** The values as a record of their own; refused where no record can hold them. */
function checkPlainArray({ settings, name }: ListContext, values: readonly unknown[]): JsonValue {
  // Values that were read from records are JSON.
  const array = values as readonly JsonValue[];
  const bytes = utf8Bytes(JSON.stringify(array));
  if (bytes <= settings.limits.valueBytes) return array;
  throw new ListError(
    "value-too-large",
    `list ${JSON.stringify(name)} takes ${bytes} bytes as one array, a record holds ${settings.limits.valueBytes}: read it through shardlist, or cap it with \`maxEntries\``,
  );
}
