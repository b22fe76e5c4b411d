import { optionsOf, refuseOption, storeOf } from "./check-option.ts";
import type { JsonValue } from "./json.ts";
import { createContexts } from "./list-context.ts";
import type { SlimList } from "./list-types.ts";
import type { ListStoreOptions } from "./options.ts";
import type { RecordStore } from "./record-store.ts";
import { resolveKeyOf, resolveOptions } from "./settings.ts";
import { createSlimList } from "./slim-list.ts";

export type { Clock } from "./clock.ts";
export type { Entry, EntryRef } from "./entry.ts";
export { ListError, type ListErrorCode, type ListErrorDetails } from "./errors.ts";
export type { ListEvent, RestartEvent, RetryEvent, UnknownRecordEvent } from "./events.ts";
export type { KeyOf } from "./identity.ts";
export type { JsonObject, JsonValue } from "./json.ts";
export type { AppendAllOptions, AppendOptions, ReadResult, SlimList } from "./list-types.ts";
export type { RetryOptions } from "./options.ts";
export type {
  ErrorClass,
  ListedRecord,
  ListPage,
  OperationCounts,
  PutOptions,
  RecordStore,
  StoreLimits,
} from "./record-store.ts";

/** Options of the slim {@link createListStore}: those of the full one that matter to appends, reads and removals. */
export type SlimListStoreOptions<T = JsonValue> = Omit<
  ListStoreOptions<T>,
  "schema" | "checkOnRead" | "maxEntries" | "maxAgeMs"
>;

/** What the slim one would ignore in silence, if an options object is shared. */
const FULL_ONLY = ["schema", "checkOnRead", "maxEntries", "maxAgeMs"] as const;

/** The lists in a record store, for those who only append, read and remove. */
export interface SlimListStore<T = JsonValue> {
  /**
   * A handle on one list. No I/O; the list exists as soon as something is appended.
   *
   * @throws {@link ListError} `invalid-name` at once for an empty, too long or half-surrogate name.
   */
  list(name: string): SlimList<T>;
}

/**
 * `createListStore` of `@shardlist/core` without what a Worker that appends, reads and removes has no use for: same
 * keys, same records, same promises, a fraction of the code. Another program runs the passes, with the full one.
 *
 * @example
 * ```ts
 * import { createListStore } from "@shardlist/core/slim";
 *
 * const lists = createListStore(workersKV(env.LISTS));
 * await lists.list("uploads:ada").append({ file: "cat.png" });
 * ```
 * @throws {@link ListError} `invalid-option`, naming the option.
 */
export function createListStore<T = JsonValue>(
  store: RecordStore,
  options: SlimListStoreOptions<T> = {},
): SlimListStore<T> {
  for (const name of FULL_ONLY)
    if (name in optionsOf(options)) refuseOption(name, "needs the full `createListStore`");
  const contextOf = createContexts(store, resolveOptions(options, storeOf(store).limits));
  const keyOf = resolveKeyOf(options.keyOf);
  return { list: (name) => createSlimList<T>(contextOf(name), { keyOf }).slim };
}
