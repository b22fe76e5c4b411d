import type { OperationCounts } from "../record-store.ts";

/** Options of {@link List.compact}. */
export interface CompactOptions {
  /** Store calls that the pass may make, retries included. @default what the store allows in one invocation */
  readonly maxOperations?: number | undefined;
  /** How long the pass may take, in ms; it ends after the store call under way. @default `passMs` */
  readonly maxMs?: number | undefined;
  /** Folds only where at least this many batches and tombstones are loose. @default 1 */
  readonly minBatches?: number | undefined;
  /** Reports what would be done, and writes and deletes nothing. @default false */
  readonly dryRun?: boolean | undefined;
  /**
   * A key under which the pass leaves a plain JSON array of all values, for readers that know nothing of shardlist. It
   * is overwritten, whether or not anything has changed: don't let others write to it. Costs a read of the list, one
   * `get` and one `put`, out of what the pass leaves of `maxOperations`; not written where the pass was stopped.
   */
  readonly consolidateTo?: string | undefined;
}

/** What a pass did. */
export interface CompactionReport {
  /** Batches, tombstones and segments whose content went into new segments. */
  readonly absorbed: number;
  /** Segments written. */
  readonly written: number;
  /** Keys deleted, all of them absorbed by earlier passes. */
  readonly deleted: number;
  /** Keys that later passes have to absorb or delete, of those that this one listed. */
  readonly remaining: number;
  /** Further attempts that store calls needed. */
  readonly retries: number;
  /** Store calls made, by kind. */
  readonly operations: OperationCounts;
  /** Bytes of JSON written into segments. */
  readonly bytes: number;
  /** Why the pass ended before its work did; absent where it didn't. */
  readonly stopped?: "operations" | "time" | "slow-listing";
}
