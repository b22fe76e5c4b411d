import { optionsOf, storeOf } from "./check-option.ts";
import { resolveCaps } from "./compaction/cap.ts";
import { escapeName } from "./escape-name.ts";
import type { JsonValue } from "./json.ts";
import { createList } from "./list.ts";
import { createContexts } from "./list-context.ts";
import type { List } from "./list-types.ts";
import { listNames } from "./names.ts";
import type { ListStoreOptions } from "./options.ts";
import type { RecordStore } from "./record-store.ts";
import { schemaChecks } from "./schema.ts";
import { resolveKeyOf, resolveOptions } from "./settings.ts";
import { createStoreCalls } from "./store-calls.ts";

/** Options of {@link ListStore.names}. */
export interface NamesOptions {
  /** Only names that start with this text. @default all */
  readonly prefix?: string | undefined;
}

/** The lists in a record store. Make one and keep it, or make one per request: it holds a clock and no connection. */
export interface ListStore<T = JsonValue> {
  /**
   * A handle on one list. No I/O; the list exists as soon as something is appended.
   *
   * @example
   * ```ts
   * const comments = lists.list("comments on /about");
   * ```
   * @param name - Any text of up to 403 bytes once escaped, with the default prefix and keys of 512 bytes: A-Z a-z 0-9 _ -
   * take one byte, others 3 to 12.
   * @throws {@link ListError} `invalid-name` at once for an empty, too long or half-surrogate name.
   */
  list(name: string): List<T>;

  /**
   * Names of the lists that hold at least one key, in no promised order. Costs one `list` call per page of *all* keys
   * under the prefix, since edge stores can't skip ahead.
   *
   * @example
   * ```ts
   * for await (const name of lists.names({ prefix: "comments" })) console.log(name);
   * ```
   * @throws {@link ListError} `invalid-option` at once, `invalid-name` for half a surrogate pair; then from the store.
   */
  names(options?: NamesOptions): AsyncIterable<string>;
}

/**
 * Makes a list store over a record store. No I/O, no clock, no randomness until the first call on a list, so it may run
 * at import time.
 *
 * @example
 * ```ts
 * const lists = createListStore(workersKV(env.LISTS));
 * await lists.list("uploads:ada").append({ file: "cat.png" });
 * ```
 * @throws {@link ListError} `invalid-option`, naming the option.
 */
export function createListStore<T = JsonValue>(
  store: RecordStore,
  options: ListStoreOptions<T> = {},
): ListStore<T> {
  const settings = { ...resolveOptions(options, storeOf(store).limits), ...resolveCaps(options) };
  const contextOf = createContexts(store, settings);
  const values = { ...schemaChecks(options), keyOf: resolveKeyOf(options.keyOf) };
  return {
    list: (name) => createList<T>(contextOf(name), values),
    names(options = {}) {
      const { prefix = "" } = optionsOf(options);
      return listNames(createStoreCalls(store, settings), settings.prefix, escapeName(prefix));
    },
  };
}
