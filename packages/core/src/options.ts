import type { Clock } from "./clock.ts";
import type { Entry } from "./entry.ts";
import { ListError } from "./errors.ts";
import type { ListEvent } from "./events.ts";
import { checkedKeyOf, type KeyOf } from "./identity.ts";
import type { JsonValue } from "./json.ts";
import { checkPrefix } from "./key.ts";
import type { RecordStore, StoreLimits } from "./record-store.ts";
import type { StandardSchema } from "./schema.ts";

/** How store calls that failed are repeated. */
export interface RetryOptions {
  /** Tries in all; 1 turns retrying off. @default 5 */
  readonly attempts?: number;
  /** The longest first wait, in ms; it doubles with each try, and each wait is a random part of it. @default 50 */
  readonly baseMs?: number;
  /** The longest wait, in ms. @default 5,000 */
  readonly maxMs?: number;
}

/** Options of {@link createListStore}. All optional; an explicit `undefined` means the default. */
export interface ListStoreOptions<T = JsonValue> {
  /** Where all keys start; carries the version of the storage format. Choose prefixes of which none starts another. @default "sl1/" */
  readonly prefix?: string | undefined;
  /** Any Standard Schema (Zod, Valibot, ArkType). Checks values on append; what it returns is stored. */
  readonly schema?: StandardSchema<T> | undefined;
  /** Checks values with `schema` on reading too. @default false */
  readonly checkOnRead?: boolean | undefined;
  /** Identity of values: entries with one identity are one entry. `byValue` is a ready one. */
  readonly keyOf?: KeyOf<T> | undefined;
  /** S: how long a read or a listing may lag behind a write, in ms. Workers KV documents "60 seconds or more". @default 2 minutes */
  readonly stalenessMs?: number | undefined;
  /** G: how long a superseded key stays after it was superseded, in ms; at least twice `stalenessMs`. @default 15 minutes, or twice `stalenessMs` if that is more */
  readonly graceMs?: number | undefined;
  /** R: how long a removed id is remembered after a pass folded it, in ms. No pass and no read may take longer. @default 24 hours */
  readonly retentionMs?: number | undefined;
  /** How old a listing may be when it is used, in ms: a slower read starts over, a slower pass writes nothing. @default 5 minutes */
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

/** {@link ListStoreOptions} with defaults, checked. */
export interface Settings {
  readonly prefix: string;
  readonly stalenessMs: number;
  readonly graceMs: number;
  readonly retentionMs: number;
  readonly passMs: number;
  /** The caps are the full handle's. */
  readonly maxEntries?: number | undefined;
  readonly maxAgeMs?: number | undefined;
  readonly retry: Required<RetryOptions>;
  readonly concurrency: number;
  readonly onEvent: (event: ListEvent) => void;
  readonly clock: Clock;
  readonly random: (() => number) | undefined;
  /** What the core needs to know of the store's limits; `inlineBytes` is the adapter's own affair. */
  readonly limits: Required<Omit<StoreLimits, "inlineBytes">>;
}

/** The settings that know the type of the values. */
export interface ValueSettings<T> {
  /** What is stored for a value that is appended; rejects where it is refused. */
  readonly checkValue?: (value: unknown, path: string) => Promise<T>;
  /** What a read shows for the entries that it found; rejects where one is refused. */
  readonly checkRead?: (entries: readonly Entry<T>[]) => Promise<readonly Entry<T>[]>;
  readonly keyOf: KeyOf<T> | undefined;
}

const MINUTE_MS = 60_000;
/** Twice the "60 seconds" that Workers KV documents, since it adds "or more". */
const STALENESS_MS = 2 * MINUTE_MS;
const GRACE_MS = 15 * MINUTE_MS;
const RETENTION_MS = 24 * 60 * MINUTE_MS;
const PASS_MS = 5 * MINUTE_MS;
/** For a store that leaves limits out: what Workers KV and Fastly's store both allow. */
const LIMITS: Settings["limits"] = {
  keyBytes: 512,
  valueBytes: 25_000_000,
  pageSize: 1000,
  operationsPerInvocation: 900,
  parallelCalls: 6,
  bulkGetKeys: 100,
  segmentBytes: 4 * 1024 * 1024,
};

/** Applies the defaults and refuses what can't work, naming the option. No I/O. */
export function resolveOptions(
  options: Omit<ListStoreOptions, "schema" | "keyOf">,
  storeLimits: Partial<StoreLimits> = {},
): Settings {
  optionsOf(options);
  const limits = withDefaults("limits.", storeLimits, LIMITS);
  const numbers = withDefaults("", options, {
    stalenessMs: STALENESS_MS,
    graceMs: Math.max(GRACE_MS, 2 * (options.stalenessMs ?? 0)),
    retentionMs: RETENTION_MS,
    passMs: PASS_MS,
    concurrency: limits.parallelCalls,
  });
  const { stalenessMs, graceMs, retentionMs, passMs } = numbers;
  if (graceMs < 2 * stalenessMs) refuseOption("graceMs", "must be at least twice `stalenessMs`");
  if (retentionMs < Math.max(graceMs, passMs))
    refuseOption("retentionMs", "must be at least `graceMs` and `passMs`");
  // Two segments of the largest size fit one record: a pass may join them.
  const segmentBytes = Math.min(limits.segmentBytes, Math.floor(limits.valueBytes / 2));
  return {
    ...numbers,
    prefix: checkPrefix(options.prefix ?? "sl1/"),
    retry: resolveRetry(options.retry),
    onEvent: quietly(callable("onEvent", options.onEvent)),
    clock: resolveClock(options.clock ?? systemClock),
    random: callable("random", options.random),
    limits: { ...limits, segmentBytes },
  };
}

/** Numbers that are given, or else their defaults; refuses what isn't a whole number above 0, naming it. */
function withDefaults<Name extends string>(
  path: string,
  given: { readonly [Option in NoInfer<Name>]?: number | undefined },
  defaults: Readonly<Record<Name, number>>,
): Record<Name, number> {
  const numbers: Record<Name, number> = { ...defaults };
  for (const name of Object.keys(defaults) as Name[])
    numbers[name] = positive(path + name, given[name] ?? defaults[name]);
  return numbers;
}

/** Whole milliseconds: times stand in keys. */
function resolveClock(clock: Clock): Clock {
  callable("clock.now", clock.now);
  callable("clock.sleep", clock.sleep);
  return { now: () => Math.floor(clock.now()), sleep: (ms) => clock.sleep(ms) };
}

/** Refuses options that are no object, such as `null`. */
export function optionsOf<Options extends object>(options: Options): Options {
  if (typeof options === "object" && options !== null) return options;
  return refuseOption("options", "must be an object");
}

/** Refuses what is no record store, such as a binding that isn't there. */
export function storeOf(store: RecordStore): RecordStore {
  if (typeof store?.list === "function") return store;
  return refuseOption("store", "must be a record store, as adapters make");
}

/** The option `keyOf`, checked. */
export function resolveKeyOf<T>(keyOf: KeyOf<T> | undefined): KeyOf<T> | undefined {
  return checkedKeyOf(callable("keyOf", keyOf));
}

/** Retrying alone, for the functions that take a store and no list. */
export function resolveRetry(retry: RetryOptions = {}): Required<RetryOptions> {
  return withDefaults("retry.", retry, { attempts: 5, baseMs: 50, maxMs: 5000 });
}

/** The system's time. Both are looked up when called: a Fastly build forbids them earlier. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** A listener that can do no harm. */
export function quietly(
  listener: ((event: ListEvent) => void) | undefined,
): (event: ListEvent) => void {
  return (event) => {
    try {
      listener?.(event);
    } catch {
      // What a listener throws is its own affair: an append that was stored must not reject because of it.
    }
  };
}

/** Refuses whatever isn't a whole number above 0, naming the option. */
export function positive(option: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  return refuseOption(option, "must be a whole number above 0");
}

function callable<F>(option: string, value: F | undefined): F | undefined {
  if (value === undefined || typeof value === "function") return value;
  return refuseOption(option, "must be a function");
}

/** Rejects an option by name, saying what it must be. */
export function refuseOption(option: string, why: string): never {
  throw new ListError("invalid-option", `\`${option}\` ${why}`);
}
