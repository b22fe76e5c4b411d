import type { Clock } from "./clock.ts";
import type { ListEvent } from "./events.ts";
import type { KeyOf } from "./identity.ts";
import type { JsonValue } from "./json.ts";
import type { StandardSchema } from "./schema.ts";

/** How store calls that failed are repeated. */
export interface RetryOptions {
  /** Tries in all; 1 turns retrying off. @default 5 */
  readonly attempts?: number | undefined;
  /** The longest first wait, in ms; it doubles with each try, and each wait is a random part of it. @default 50 */
  readonly baseMs?: number | undefined;
  /** The longest wait, in ms. @default 5,000 */
  readonly maxMs?: number | undefined;
}

/** Options of {@link createListStore}. All optional; an explicit `undefined` means the default. */
export interface ListStoreOptions<T = JsonValue> {
  /**
   * Where all keys start; carries the version of the storage format. Choose prefixes of which none starts another.
   * @default "sl1/"
   */
  readonly prefix?: string | undefined;
  /** Any Standard Schema (Zod, Valibot, ArkType). Checks values on append; what it returns is stored. */
  readonly schema?: StandardSchema<T> | undefined;
  /** Checks values with `schema` on reading too. @default false */
  readonly checkOnRead?: boolean | undefined;
  /** Identity of values: entries with one identity are one entry. `byValue` is a ready one. */
  readonly keyOf?: KeyOf<T> | undefined;
  /**
   * S: how long a read or a listing may lag behind a write, in ms. Workers KV documents "60 seconds or more". @default
   * 2 minutes
   */
  readonly stalenessMs?: number | undefined;
  /**
   * G: how long a superseded key stays after it was superseded, in ms; at least twice `stalenessMs`. @default 15
   * minutes, or twice `stalenessMs` if that is more
   */
  readonly graceMs?: number | undefined;
  /**
   * R: how long a removed id is remembered after a pass folded it, in ms. No pass and no read may take longer. @default
   * 24 hours
   */
  readonly retentionMs?: number | undefined;
  /**
   * How old a listing may be when it is used, in ms: a slower read starts over, a slower pass writes nothing. @default
   * 5 minutes
   */
  readonly passMs?: number | undefined;
  /** At most this many entries: a pass removes the oldest beyond it. @default no limit */
  readonly maxEntries?: number | undefined;
  /** A pass removes entries that were appended longer ago than this, in ms. @default no limit */
  readonly maxAgeMs?: number | undefined;
  /** How failed store calls are repeated. */
  readonly retry?: RetryOptions | undefined;
  /** Store calls open at once. @default what the store names */
  readonly concurrency?: number | undefined;
  /** Told of retries, restarts, unknown records and the phases of a pass. */
  readonly onEvent?: ((event: ListEvent) => void) | undefined;
  /** Time, for tests. @default the system's */
  readonly clock?: Clock | undefined;
  /** Random numbers from 0 up to 1, for tests. @default nanoid for ids, Math.random for waits */
  readonly random?: (() => number) | undefined;
}
