import type { CompactionReport, CompactOptions } from "./compaction/report.ts";
import type { Entry, EntryRef } from "./entry.ts";
import type { JsonValue } from "./json.ts";
import type { OperationCounts } from "./record-store.ts";
import type { VerifyReport } from "./verify-report.ts";

/** Options of {@link List.append}. */
export interface AppendOptions {
  /** Idempotency key: the same key appended twice, by anyone, is one entry, the first. 1 to 1,024 characters. */
  readonly key?: string | undefined;
  /**
   * When the entry disappears from reads, in ms since 1970. Its bytes leave the store when a pass next rewrites its
   * segment.
   */
  readonly expiresAt?: number | undefined;
}

/** Options of {@link List.appendAll}. */
export interface AppendAllOptions<T> {
  /** Gives each value its idempotency key, as {@link AppendOptions.key} does for one. */
  readonly keyOf?: ((value: T, index: number) => string) | undefined;
}

/** Options of {@link List.read}. */
export interface ReadOptions {
  /**
   * "latest" lists the keys. "consolidated" reads what the last complete pass left, and is as old as that: one `get`
   * where it is one segment, else one more `getMany` per 100 segments (a `get` each where the store has no bulk read).
   * Where there is no such state, it lists. @default "latest"
   */
  readonly freshness?: "latest" | "consolidated" | undefined;
  /** Returns what can be read and names the rest in {@link ReadResult.missing}, instead of rejecting. @default false */
  readonly allowIncomplete?: boolean | undefined;
}

/** What {@link List.read} found. */
export interface ReadResult<T> {
  /** In order of append. */
  readonly entries: readonly Entry<T>[];
  /** The values alone, in the same order. */
  readonly values: readonly T[];
  /** Store calls that this read made. */
  readonly operations: OperationCounts;
  /** Keys that could not be read; only with `allowIncomplete`, and only where there are any. */
  readonly missing?: readonly string[];
}

/**
 * What every handle on a list can do, and all that a handle of `@shardlist/core/slim` can. Any number of handles in any
 * number of places may work on one list at once.
 */
export interface SlimList<T = JsonValue> {
  /** The name as it was given. */
  readonly name: string;

  /**
   * Adds `value` to the end of the list and resolves once it is stored.
   *
   * Concurrent appends all survive: each has a key of its own. This handle sees the entry at once, other readers
   * within the staleness window. Costs one `put`.
   *
   * @example
   * ```ts
   * const entry = await comments.append({ author: "ada", text: "First!" });
   * ```
   * @param value - Anything that JSON carries unchanged; at most 96 % of the store's value limit as JSON (24 MiB on Workers KV).
   * @returns The entry; its `id` is unique and sorts by time of append.
   * @throws {@link ListError} `invalid-value`, `value-too-large`, `invalid-option` before anything is written; `throttled`,
   * `quota-exhausted`, `store-failed` when the store never confirmed: the entry may yet appear, once.
   */
  append(value: T, options?: AppendOptions): Promise<Entry<T>>;

  /**
   * Adds all `values` in their order. Costs one `put` for the lot, one more for each 96 % of the store's value limit.
   *
   * All or nothing where one `put` is enough; beyond that a rejected call may have stored some of them.
   *
   * @example
   * ```ts
   * await audit.appendAll([{ action: "login" }, { action: "read" }]);
   * ```
   * @throws {@link ListError} as {@link List.append}, naming the value by its place.
   */
  appendAll(values: Iterable<T>, options?: AppendAllOptions<T>): Promise<Entry<T>[]>;

  /**
   * Removes entries, for every reader, for good. Costs one `put` for as many ids as a record holds, 24 bytes each
   * (about a million on Workers KV), whether or not they are visible here. Removing what was never there changes
   * nothing.
   *
   * An entry of a read also removes the repeats that were observed with it (same key). An id alone does so on the
   * handle that read it, and stands for itself elsewhere. An entry of an iteration stands for the repeats met until
   * then.
   *
   * @example
   * ```ts
   * const { entries } = await comments.read();
   * await comments.remove(entries.filter((entry) => entry.value.author === "troll"));
   * ```
   * @throws {@link ListError} `invalid-value` for what is no entry and no id, before anything is written; then as {@link List.append}.
   */
  remove(target: EntryRef | Iterable<EntryRef>): Promise<void>;

  /**
   * Reads the whole list.
   *
   * Holds every entry that was acknowledged more than a staleness window ago, and all of this handle's own; a younger
   * one of another writer may come and go. Complete, or it rejects. Costs ceil(keys / page size) `list` calls, at most
   * twice as many where they run in parallel; one `get` for each segment and each record too large for the listing
   * (100 records in one `getMany` where the store has it).
   *
   * @example
   * ```ts
   * const { values } = await comments.read();
   * ```
   * @throws {@link ListError} `read-incomplete` where listed keys stay gone, `record-corrupt` where a record has an
   * unknown shape, both naming the keys; `throttled`, `quota-exhausted`, `store-failed` from the store.
   */
  read(): Promise<ReadResult<T>>;
}

/**
 * A list in a record store, as `createListStore(store).list(name)` gives it. Iterating (`for await`) yields the entries
 * in order; memory is bounded by the segments that are open, besides those that still remember removed ids. It costs
 * the listing and a `get` for each segment, is listed again where a segment is gone meanwhile, and may reject, as
 * `read` does, after it has yielded some.
 *
 * @example
 * ```ts
 * for await (const { appendedAt, value } of comments) console.log(appendedAt, value);
 * ```
 */
export interface List<T = JsonValue> extends SlimList<T>, AsyncIterable<Entry<T>> {
  /**
   * Reads the whole list: {@link SlimList.read} with its promise and cost, or with a choice: of what the last complete
   * pass left, or of what can be read where something can't.
   *
   * @example
   * ```ts
   * const { values } = await comments.read({ freshness: "consolidated" });
   * ```
   * @throws {@link ListError} as {@link SlimList.read}, and `invalid-option` for a freshness that there isn't.
   */
  read(options?: ReadOptions): Promise<ReadResult<T>>;

  /**
   * Removes all entries that a read finds now. Appends made meanwhile survive. Costs a read and one `put`; an empty
   * list costs the read.
   *
   * @example
   * ```ts
   * const removed = await comments.clear();
   * ```
   * @returns How many entries it removed.
   * @throws {@link ListError} as {@link List.read} and {@link List.remove}.
   */
  clear(): Promise<number>;

  /**
   * The newest `count` entries, newest first. Costs the listing, and `get`s only of the segments that it must open.
   * Where older segments may hold repeats of its entries (`key`, `keyOf`), and where a key is gone, it reads the whole
   * list after that.
   *
   * @example
   * ```ts
   * const [newest] = await comments.latest(1);
   * ```
   * @throws {@link ListError} `invalid-option` where `count` is no whole number above 0; else as {@link List.read}.
   */
  latest(count: number): Promise<Entry<T>[]>;

  /**
   * Runs one pass: consolidates batches, tombstones and small segments into segments, and deletes what earlier passes
   * consolidated longer than the grace period ago. May run anywhere, any number at once, and may die at any point.
   * An idle list costs its listing; and one `get` where of several segments some overlap, hold removed ids, or hold no
   * entries.
   *
   * @example
   * ```ts
   * const report = await comments.compact({ maxOperations: 500 });
   * ```
   * @throws {@link ListError} from the store; what was done until then stays done, and the next pass goes on from there.
   * With `consolidateTo` also `value-too-large`, and `budget-exhausted` where the pass left too little of
   * `maxOperations`.
   */
  compact(options?: CompactOptions): Promise<CompactionReport>;

  /**
   * Reads every record, changes nothing, and reports what is wrong. Costs the listing page by page, a `get` of
   * the head, and one for each segment and each record that doesn't come with the listing.
   *
   * @example
   * ```ts
   * const { ok, problems } = await comments.verify();
   * ```
   * @throws {@link ListError} from the store.
   */
  verify(): Promise<VerifyReport>;
}
