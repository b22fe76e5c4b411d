import { callable, optionsOf, refuseOption, withDefaults } from "./check-option.ts";
import type { Clock } from "./clock.ts";
import type { Entry } from "./entry.ts";
import type { ListEvent } from "./events.ts";
import { checkedKeyOf, type KeyOf } from "./identity.ts";
import { checkPrefix } from "./key.ts";
import type { ListStoreOptions, RetryOptions } from "./options.ts";
import type { StoreLimits } from "./record-store.ts";

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
  readonly retry: Record<keyof RetryOptions, number>;
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
  const { prefix = "sl1/" } = options;
  if (graceMs < 2 * stalenessMs) refuseOption("graceMs", "must be at least twice `stalenessMs`");
  if (retentionMs < Math.max(graceMs, passMs))
    refuseOption("retentionMs", "must be at least `graceMs` and `passMs`");
  // Two segments of the largest size fit one record: a pass may join them.
  const segmentBytes = Math.min(limits.segmentBytes, Math.floor(limits.valueBytes / 2));
  return {
    ...numbers,
    prefix: checkPrefix(prefix),
    retry: resolveRetry(options.retry),
    onEvent: quietly(callable("onEvent", options.onEvent)),
    clock: resolveClock(options.clock),
    random: callable("random", options.random),
    limits: { ...limits, segmentBytes },
  };
}

/** Whole milliseconds: times stand in keys. */
export function resolveClock(clock: Clock = systemClock): Clock {
  if (typeof clock?.now !== "function" || typeof clock.sleep !== "function")
    refuseOption("clock", "needs `now` and `sleep`");
  return { now: () => Math.floor(clock.now()), sleep: (ms) => clock.sleep(ms) };
}

/** The option `keyOf`, checked. */
export function resolveKeyOf<T>(keyOf: KeyOf<T> | undefined): KeyOf<T> | undefined {
  return checkedKeyOf(callable("keyOf", keyOf));
}

/** Retrying alone, for the functions that take a store and no list. */
export function resolveRetry(retry: RetryOptions = {}): Record<keyof RetryOptions, number> {
  return withDefaults("retry.", retry, {
    attempts: 5,
    baseMs: 50,
    maxMs: 5000,
  });
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
