import type { JsonValue } from "./json.ts";

/**
 * The one port of shardlist: a key-value store that holds JSON records. An adapter implements it over a platform's
 * binding.
 *
 * The core assumes **nothing** of what edge stores don't promise:
 * - `get` and `list` may each lag behind a `put` or `delete`, independently, per key and per call;
 * - a miss may be cached, so that a key which exists answers `undefined` for a while;
 * - a `put` that rejected may have taken effect, or may take effect later;
 * - there is no conditional write, no transaction, no snapshot over several calls;
 * - a page may be empty and still not be the last one.
 *
 * It relies on this: a record comes back as it was put or not at all, a listing returns only keys that start with the
 * prefix, and a listing that is followed to its last cursor leaves out no key that is visible to it.
 *
 * An adapter does no retrying, no caching and no logging. Every method returns a promise; none throws synchronously.
 * `describeRecordStore` from `@shardlist/core/testing` is the suite that every adapter passes.
 */
export interface RecordStore {
  /** Which store this is, for errors and events: "workers-kv", "fastly-kv", "r2", "memory". */
  readonly name: string;
  /** What the platform allows. The core checks against it before any call. */
  readonly limits: StoreLimits;
  /** Stores `record` under `key`, replacing what was there. Costs one write. */
  put(key: string, record: JsonValue, options?: PutOptions): Promise<void>;
  /**
   * Reads one record by the `ref` that a listing gave (or by a key that never rides inline, such as the head). A
   * missing key is `undefined`. Text that isn't JSON is returned as that very string: the core refuses it as a record.
   */
  get(ref: string): Promise<JsonValue | undefined>;
  /**
   * Reads up to {@link StoreLimits.bulkGetKeys} records in one operation. Left out where the platform has no bulk read.
   * The map has every ref asked for; `undefined` means missing. A ref absent from the map is read again by itself.
   */
  getMany?(refs: readonly string[]): Promise<Map<string, JsonValue | undefined>>;
  /** Deletes by `ref`. Deleting what is not there is no error. */
  delete(ref: string): Promise<void>;
  /** Lists one page of the keys that start with `prefix`, going on from `cursor`. */
  list(prefix: string, cursor?: string): Promise<ListPage>;
  /** Sorts an error that one of the methods rejected with; see {@link ErrorClass}. */
  classify(error: unknown): ErrorClass;
}

/**
 * What an error of the store means for the caller.
 *
 * - `throttled`: too many requests; repeat after a second or more
 * - `transient`: a passing fault; repeat
 * - `quota`: an allowance is used up (the day's, or this invocation's); repeating is pointless
 * - `invalid`: the request can never succeed
 * - `unknown`: a text nobody knows; the outcome is open, so it is repeated with the same key and bytes
 */
export type ErrorClass = "throttled" | "transient" | "quota" | "invalid" | "unknown";

/** How {@link RecordStore.put} is to store a record. */
export interface PutOptions {
  /** `false` keeps the record out of the listing, so that `get(key)` finds it without one. @default true */
  readonly inline?: boolean;
  /** Seconds until the platform may drop the key, 60 at least. Never used for batches, tombstones or segments. */
  readonly expirationTtl?: number;
}

/** One page of a listing. */
export interface ListPage {
  /** The keys of this page. May be empty although more pages follow. */
  readonly records: readonly ListedRecord[];
  /** Where the next page starts; absent on the last page. */
  readonly cursor?: string;
}

/** One key of a listing. */
export interface ListedRecord {
  /** The name that the core gave it. */
  readonly key: string;
  /**
   * What the platform calls it: the argument for `get` and `delete`. Differs from `key` only where a record rides in
   * the name.
   */
  readonly ref: string;
  /** The record, where it came with the listing. */
  readonly record?: JsonValue;
}

/** A platform's limits, as numbers. */
export interface StoreLimits {
  /** Longest key, in bytes of UTF-8. */
  readonly keyBytes: number;
  /** Largest record, in bytes of JSON, that travels with a listing; 0 where none does. */
  readonly inlineBytes: number;
  /** Largest record, in bytes of JSON. */
  readonly valueBytes: number;
  /** Keys on one page of a listing. */
  readonly pageSize: number;
  /** Store calls that one invocation (a request, a scheduled run) may make. */
  readonly operationsPerInvocation: number;
  /** Store calls worth keeping open at once. */
  readonly parallelCalls: number;
  /** Keys in one `getMany`. @default 100 */
  readonly bulkGetKeys?: number;
  /** Largest segment a pass writes, in bytes of JSON. @default 4 MiB */
  readonly segmentBytes?: number;
}

/** How many calls of each kind were made on a store. A `getMany` is one call. */
export interface OperationCounts {
  readonly put: number;
  readonly get: number;
  readonly getMany: number;
  readonly delete: number;
  readonly list: number;
}
