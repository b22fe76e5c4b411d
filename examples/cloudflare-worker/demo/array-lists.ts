import type { Clock, ErrorClass, JsonValue, RecordStore } from "@shardlist/core";

/**
 * The usual ways of keeping a list in a key-value store: one array under one key, and what to do
 * when a call fails.
 */
export type ArrayWay = "plain" | "retries" | "backoff";

/** How long to wait before the next attempt, in ms; `undefined` gives up. */
type RetryRule = (
  attempt: number,
  errorClass: ErrorClass,
  random: () => number,
) => number | undefined;

/** What the array ways need besides a store. */
export interface ArraySettings {
  readonly clock: Pick<Clock, "sleep">;
  readonly random: () => number;
}

const MOST_RETRIES = 5;
/** Workers KV takes one write per second and key. */
const FIRST_BACKOFF_MS = 1000;

const RETRY_RULES: { readonly [way in ArrayWay]: RetryRule } = {
  plain: () => undefined,
  retries: (attempt) => (attempt <= MOST_RETRIES ? 0 : undefined),
  backoff(attempt, errorClass, random) {
    if (attempt > MOST_RETRIES) return undefined;
    return errorClass === "throttled"
      ? FIRST_BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + random())
      : 0;
  },
};

/**
 * Reads the array, adds the value, and writes the array back; reads it again before each further
 * attempt.
 */
export async function appendToArray(
  store: RecordStore,
  key: string,
  value: JsonValue,
  way: ArrayWay,
  { clock, random }: ArraySettings,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const values = await readArray(store, key);
      return await store.put(key, [...values, value], { inline: false });
    } catch (error) {
      const waitMs = RETRY_RULES[way](attempt, store.classify(error), random);
      if (waitMs === undefined) throw error;
      if (waitMs > 0) await clock.sleep(waitMs);
    }
  }
}

/** The array under a key; empty where there is none. */
export async function readArray(store: RecordStore, key: string): Promise<readonly JsonValue[]> {
  const array = await store.get(key);
  return Array.isArray(array) ? array : [];
}

/** Whether `text` names one of the ways. */
export function isArrayWay(text: string): text is ArrayWay {
  return Object.hasOwn(RETRY_RULES, text);
}

/** Where a list's array is. */
export function arrayKey(list: string): string {
  return `arrays/${encodeURIComponent(list)}`;
}
