import type { Clock } from "./clock.ts";
import { ListError, type ListErrorCode } from "./errors.ts";
import type { ListEvent, RetryEvent } from "./events.ts";
import type { RetryOptions } from "./options.ts";
import type { ErrorClass, RecordStore } from "./record-store.ts";

/** What retrying needs to know; a part of the settings. */
export interface RetrySettings {
  readonly retry: Record<keyof RetryOptions, number>;
  readonly clock: Clock;
  readonly random: (() => number) | undefined;
  readonly onEvent: (event: ListEvent) => void;
}

/**
 * Workers KV takes one write per second and key. Sooner than that, a throttled call is throttled again, and a put that
 * failed may be acknowledged at its second try and yet be dropped.
 */
export const HOT_KEY_MS: number = 1000;

/**
 * Runs a store call until it succeeds, is not worth repeating, or the attempts are used up. Rejects with a
 * {@link ListError} whose cause is the store's error. The caller makes sure that repeating does no harm.
 */
export async function withRetry<T>(
  store: RecordStore,
  settings: RetrySettings,
  call: Pick<RetryEvent, "operation" | "key">,
  run: () => Promise<T> | T,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (cause) {
      if (cause instanceof ListError) throw cause;
      const errorClass = classifySafely(store, cause);
      if (attempt >= settings.retry.attempts || !isWorthRepeating(errorClass))
        throw storeError(store, call, errorClass, cause);
      const isHot = errorClass === "throttled" || call.operation === "put";
      const delayMs = (isHot ? HOT_KEY_MS : 0) + jitterMs(settings, attempt);
      settings.onEvent({ type: "retry", ...call, attempt, delayMs, errorClass, cause });
      await settings.clock.sleep(delayMs);
    }
  }
}

/** Exponential backoff with full jitter (AWS Architecture Blog, "Exponential Backoff And Jitter"). */
export function jitterMs(
  settings: Pick<RetrySettings, "retry" | "random">,
  attempt: number,
): number {
  const { baseMs, maxMs } = settings.retry;
  const longest = Math.min(maxMs, baseMs * 2 ** (attempt - 1));
  return Math.round((settings.random ?? Math.random)() * longest);
}

/** A broken `classify` must not hide the error that it was asked about. */
export function classifySafely(store: RecordStore, error: unknown): ErrorClass {
  try {
    return store.classify(error);
  } catch {
    return "unknown";
  }
}

export function isWorthRepeating(errorClass: ErrorClass): boolean {
  return errorClass !== "quota" && errorClass !== "invalid";
}

/** What a caller is told of a call that failed for good, where more is known than that. */
const LAST_WORDS: { readonly [Class in ErrorClass]?: readonly [ListErrorCode, string] } = {
  throttled: ["throttled", "throttled: try again after a second or more"],
  quota: ["quota-exhausted", "over quota: try again in another invocation or day"],
  invalid: ["store-failed", "refused as invalid: see the cause"],
};

/** The error that a caller sees when the store has had its last word. */
export function storeError(
  store: RecordStore,
  { operation, key }: Pick<RetryEvent, "operation" | "key">,
  errorClass: ErrorClass,
  cause: unknown,
): ListError {
  const [code, what] = LAST_WORDS[errorClass] ?? [
    "store-failed",
    operation === "put"
      ? "never confirmed: repeat an append with a `key`"
      : "never confirmed: try again",
  ];
  return new ListError(code, `${store.name}: ${operation} of ${JSON.stringify(key)} was ${what}`, {
    cause,
  });
}
