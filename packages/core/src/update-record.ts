import { optionsOf, storeOf } from "./check-option.ts";
import { blaming, ListError } from "./errors.ts";
import type { JsonValue } from "./json.ts";
import type { ListStoreOptions } from "./options.ts";
import type { PutOptions, RecordStore } from "./record-store.ts";
import {
  classifySafely,
  HOT_KEY_MS,
  isWorthRepeating,
  jitterMs,
  type RetrySettings,
  storeError,
  withRetry,
} from "./retry.ts";
import { quietly, resolveClock, resolveRetry } from "./settings.ts";
import { decodeValue, encodeValue } from "./value.ts";

/** Workers KV refuses a shorter lifetime. */
const SHORTEST_LIFETIME_SECONDS = 60;

/** Options of {@link updateRecord} and {@link putWithRetry}; they mean what they mean in `ListStoreOptions`. */
export type UpdateOptions = Pick<ListStoreOptions, "retry" | "clock" | "random" | "onEvent">;

/**
 * Reads a record, changes it, and writes it back; re-reads before every further attempt.
 *
 * It **can't prevent lost updates** where the store has no conditional put: two updates at once may read the same
 * record, and the later write then wipes the earlier change. Use a list for what must not be lost. Costs one `get` and
 * one `put` per attempt. It waits where the store throttles or a put failed, since a second put to one key within a
 * second may be dropped, and repeats at once where only the `get` failed.
 *
 * @example
 * ```ts
 * await updateRecord(store, "counter", (current) => (typeof current === "number" ? current + 1 : 1));
 * ```
 * @param change - Gets the record, or `undefined` where there is none. Called once per attempt.
 * @returns What was written.
 * @throws {@link ListError} `invalid-value` where `change` throws or gives what JSON would change; `throttled`,
 * `quota-exhausted`, `store-failed` when the last attempt failed: the write may have landed.
 */
export async function updateRecord(
  store: RecordStore,
  key: string,
  change: (current: JsonValue | undefined) => JsonValue,
  options: UpdateOptions = {},
): Promise<JsonValue> {
  storeOf(store);
  const checkedChange = (current: JsonValue | undefined) => checkRecord(change(current));
  return await runUpdate(store, retrySettings(options), key, checkedChange, () => undefined);
}

/** {@link updateRecord} with settings; `beforeCall` hears of every store call, and may end the update by throwing. */
export async function runUpdate(
  store: RecordStore,
  settings: RetrySettings,
  key: string,
  change: (current: JsonValue | undefined) => JsonValue,
  beforeCall: (operation: "get" | "put") => void,
): Promise<JsonValue> {
  const call = { operation: "update", key } as const;
  for (let attempt = 1; ; attempt++) {
    let hasPut = false;
    try {
      beforeCall("get");
      const current = await store.get(key);
      const changed = blaming("`change`", () => change(current));
      beforeCall("put");
      hasPut = true;
      await store.put(key, changed, { inline: false });
      return changed;
    } catch (cause) {
      if (cause instanceof ListError) throw cause;
      const errorClass = classifySafely(store, cause);
      if (attempt >= settings.retry.attempts || !isWorthRepeating(errorClass))
        throw storeError(store, call, errorClass, cause);
      const isHot = errorClass === "throttled" || hasPut;
      const delayMs = isHot ? HOT_KEY_MS + jitterMs(settings, attempt) : 0;
      settings.onEvent({ type: "retry", ...call, attempt, delayMs, errorClass, cause });
      if (delayMs > 0) await settings.clock.sleep(delayMs);
    }
  }
}

/**
 * Writes one record, repeating the same bytes under the same key until the store confirms. Costs one `put` per attempt.
 *
 * @example
 * ```ts
 * await putWithRetry(store, "settings", { theme: "dark" }, { inline: false });
 * ```
 * @throws {@link ListError} `invalid-option` for a lifetime of less than 60 seconds; else as {@link updateRecord}.
 */
export async function putWithRetry(
  store: RecordStore,
  key: string,
  record: JsonValue,
  options: UpdateOptions & PutOptions = {},
): Promise<void> {
  storeOf(store);
  const { inline = true, expirationTtl } = optionsOf(options);
  if (expirationTtl !== undefined) checkLifetime(expirationTtl);
  const checked = checkRecord(record);
  const putOptions = { inline, ...(expirationTtl === undefined ? {} : { expirationTtl }) };
  await withRetry(store, retrySettings(options), { operation: "put", key }, () =>
    store.put(key, checked, putOptions),
  );
}

/** A copy of a record that nobody changes between two attempts; refuses what JSON would change. */
function checkRecord(record: JsonValue): JsonValue {
  return decodeValue(encodeValue(record, "record"));
}

function checkLifetime(seconds: number): void {
  if (Number.isSafeInteger(seconds) && seconds >= SHORTEST_LIFETIME_SECONDS) return;
  throw new ListError(
    "invalid-option",
    `\`expirationTtl\` must be whole seconds, ${SHORTEST_LIFETIME_SECONDS} at least, not ${seconds}`,
  );
}

function retrySettings(options: UpdateOptions): RetrySettings {
  const { retry, clock, random, onEvent } = optionsOf(options);
  return {
    retry: resolveRetry(retry),
    clock: resolveClock(clock),
    random,
    onEvent: quietly(onEvent),
  };
}
