import type { ErrorClass } from "./record-store.ts";

/** What a list store tells `onEvent`. Listening changes nothing; an error thrown by the listener is ignored. */
export type ListEvent = RetryEvent | RestartEvent | UnknownRecordEvent | CompactionEvent;

/** A store call failed and will be repeated. */
export interface RetryEvent {
  readonly type: "retry";
  readonly operation: "put" | "get" | "getMany" | "delete" | "list" | "update";
  /** The key or ref; the first of them where several are read at once; the prefix of a list. */
  readonly key: string;
  /** The number of the attempt that failed, from 1. */
  readonly attempt: number;
  /** What passes before the next attempt. */
  readonly delayMs: number;
  /** How the adapter sorted the error: "throttled" is the store asking for fewer requests. */
  readonly errorClass: ErrorClass;
  /** The store's error. */
  readonly cause: unknown;
}

/** A read starts over, because a listed key was gone or the listing took too long. */
export interface RestartEvent {
  readonly type: "restart";
  /** The list's name. */
  readonly list: string;
  /** The number of the attempt that failed, from 1. */
  readonly attempt: number;
  readonly reason: "listed-key-gone" | "listing-too-slow" | "listing-out-of-order";
  /** Those that were gone. */
  readonly keys: readonly string[];
}

/**
 * A key under the list's prefix that isn't ours, or a record whose shape this version doesn't know. It is left alone.
 */
export interface UnknownRecordEvent {
  readonly type: "unknown-record";
  /** The list's name. */
  readonly list: string;
  readonly key: string;
  /** What is wrong with it, for people. */
  readonly reason: string;
}

/** A pass entered a phase. */
export interface CompactionEvent {
  readonly type: "compaction";
  /** The list's name. */
  readonly list: string;
  readonly phase: "list" | "load" | "collect" | "fold" | "head" | "consolidate" | "done" | "failed";
  /** Store calls that the pass has made until now. */
  readonly operations: number;
}
