import type { ErrorClass } from "./record-store.ts";

/** What a list store tells `onEvent`. Listening changes nothing; an error thrown by the listener is ignored. */
export type ListEvent = RetryEvent | RestartEvent | UnknownRecordEvent | CompactionEvent;

/** A store call failed and will be repeated. `errorClass` "throttled" is the store asking for fewer requests. */
export interface RetryEvent {
  readonly type: "retry";
  readonly operation: "put" | "get" | "getMany" | "delete" | "list" | "update";
  readonly key: string;
  /** The number of the attempt that failed, from 1. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly errorClass: ErrorClass;
  readonly cause: unknown;
}

/** A read starts over, because a listed key was gone or the listing took too long. */
export interface RestartEvent {
  readonly type: "restart";
  readonly list: string;
  /** The number of the attempt that failed, from 1. */
  readonly attempt: number;
  readonly reason: "listed-key-gone" | "listing-too-slow" | "listing-out-of-order";
  readonly keys: readonly string[];
}

/** A key under the list's prefix that isn't ours, or a record whose shape this version doesn't know. It is left alone. */
export interface UnknownRecordEvent {
  readonly type: "unknown-record";
  readonly list: string;
  readonly key: string;
  readonly reason: string;
}

/** A pass entered a phase. */
export interface CompactionEvent {
  readonly type: "compaction";
  readonly list: string;
  readonly phase: "list" | "load" | "collect" | "fold" | "head" | "consolidate" | "done" | "failed";
  readonly operations: number;
}
