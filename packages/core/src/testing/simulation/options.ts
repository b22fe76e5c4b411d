import type { StoreLimits } from "../../record-store.ts";
import type { Operation } from "./simulated-call.ts";
import type { RegionStaleness } from "./visibility.ts";

/**
 * Options of `simulatedStore`. What is left out doesn't happen: without options it is as
 * well-behaved as `memoryStore`.
 */
export interface SimulatedStoreOptions extends RegionOptions {
  /** The same seed and the same calls give the same answers at the same times. @default 1 */
  readonly seed?: number;
  /** The virtual time at the start. @default 2026-01-01T00:00:00Z */
  readonly startMs?: number;
  /** Limits other than Workers KV's. */
  readonly limits?: Partial<StoreLimits>;
  /** `false` leaves `getMany` out, as on Fastly and R2. @default true */
  readonly bulkGets?: boolean;
  /**
   * `true`: a record that comes with the listing has a `ref` other than its key, and only that
   * finds it, as on Fastly.
   *
   * @default false
   */
  readonly ownRefs?: boolean;
  /**
   * What happens to the second write to one key within a second: Workers KV's documents say it is
   * refused with a 429, in practice it is often acknowledged and one of the two is gone.
   *
   * @default "allow"
   */
  readonly hotKey?: "allow" | "reject" | "clobber";
  /**
   * Calls that the account may make per day (UTC); a `getMany` counts as one get per key.
   *
   * @default no quotas
   */
  readonly quotas?: { readonly [operation in "put" | "get" | "delete" | "list"]?: number };
  /**
   * `true`: a page of a listing walks over deleted keys as Workers KV does, so that many of them
   * make empty pages.
   *
   * @default false
   */
  readonly pagesWalkDeleted?: boolean;
  /** What goes wrong by chance; see {@link Weather}. */
  readonly weather?: Weather;
  /** Keeps every call in `calls`. @default false */
  readonly log?: boolean;
}

/** Options of one region. */
export interface RegionOptions {
  /** How far its view is behind. @default not at all */
  readonly staleness?: RegionStaleness;
  /** How long a get that found nothing goes on finding nothing, in ms. @default 0 */
  readonly missCacheMs?: number;
  /** How long each call takes, in virtual ms; it takes effect somewhere in between. @default 0 */
  readonly latencyMs?: number | Range;
}

/** From `min` to `max`, both possible. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** What goes wrong by chance, each as a probability from 0 to 1. */
export interface Weather {
  /** The call rejects and has changed nothing. One number for all, or one each. @default 0 */
  readonly failures?: number | { readonly [operation in Operation]?: number };
  /** The put or delete takes effect and then rejects. @default 0 */
  readonly lostAcknowledgements?: number;
  /** Puts that land late. */
  readonly latePuts?: LateLandings;
  /** Deletes that land late. */
  readonly lateDeletes?: LateLandings;
  /** A `getMany` leaves a key out of its answer, each by this chance. @default 0 */
  readonly bulkGaps?: number;
  /** A page comes back empty and with a cursor, also after the last key. @default 0 */
  readonly emptyPages?: number;
  /** A page ends before it is full. @default 0 */
  readonly shortPages?: number;
}

/** Writes that take effect some time after they were made. */
export interface LateLandings {
  readonly chance: number;
  readonly maxMs: number;
  /**
   * `"reject"`: rejects at once and lands later. `"hang"`: doesn't answer before it has landed.
   * `"either"`: one or the other.
   */
  readonly answer: "reject" | "hang" | "either";
}
