import type { ListStoreOptions } from "@shardlist/core";
import type { SimulatedStoreOptions } from "@shardlist/core/testing";

/** What a history consists of before it is run. Plain data: the same script gives the same history. */
export interface Script {
  readonly seed: number;
  readonly profile: string;
  readonly conditions: Conditions;
  readonly store: Omit<SimulatedStoreOptions, "seed">;
  readonly lists: ListTimes;
  readonly actors: readonly Actor[];
}

/** What the store and the clocks of a script keep to, and so which promises hold. */
export interface Conditions {
  /** No read and no listing lags by more than `stalenessMs`, and clocks differ by less than the grace period allows for. */
  readonly bounded: boolean;
  /** No write, pass or read takes longer than the retention. */
  readonly withinRetention: boolean;
  /** No write of the head lands later than the grace period: one that does leaves consolidated reads behind until the next write. */
  readonly promptHead: boolean;
}

/** The times of a list store, and what else its handles share. */
export interface ListTimes extends Pick<ListStoreOptions, "retry"> {
  readonly stalenessMs: number;
  readonly graceMs: number;
  readonly retentionMs: number;
  readonly passMs: number;
}

/** One process after another that works on the list from one place. */
export interface Actor {
  readonly name: string;
  readonly region: string;
  /** How far its clock is ahead. */
  readonly skewMs: number;
  /** A handle for each step, or one for all of them. */
  readonly handle: "fresh" | "long-lived";
  readonly steps: readonly Step[];
}

/** One call on the list, and how the process fares that makes it. */
export interface Step {
  readonly waitMs: number;
  readonly action: Action;
  /** The process stands still so long before each store call, at most. */
  readonly pauseMs?: number;
  /** It stands still so long between the decision to put and the put. */
  readonly sleepBeforePutMs?: number;
  /** The process dies at this store call, from 1. */
  readonly death?: Death;
}

/** How a process dies at a store call. */
export interface Death {
  readonly call: number;
  /** Whether that last call still reaches the store. */
  readonly lands: boolean;
  /** What the dead process's calls do: reject or never settle. */
  readonly as: "fail" | "hang";
}

/** What an actor does. Elements are numbers that a script appends once, or several times under one key. */
export type Action =
  | {
      readonly type: "append";
      readonly element: number;
      readonly keyed: boolean;
      readonly long: boolean;
    }
  | { readonly type: "appendAll"; readonly elements: readonly number[] }
  | { readonly type: "remove"; readonly picks: readonly number[] }
  | { readonly type: "clear" }
  | { readonly type: "read"; readonly allowIncomplete: boolean }
  | { readonly type: "consolidated" }
  | { readonly type: "latest"; readonly count: number }
  | { readonly type: "iterate"; readonly pauseMs: number }
  | {
      readonly type: "compact";
      readonly maxOperations?: number;
      readonly maxMs?: number;
      readonly minBatches?: number;
    };
