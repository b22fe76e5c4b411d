import type { Action, Script } from "./script.ts";

/** All that happened while a script ran, and what it came to. */
export interface History {
  readonly script: Script;
  readonly operations: readonly Operation[];
  readonly rest: Rest | undefined;
  readonly storeCalls: number;
}

/** One call on the list. */
export interface Operation {
  readonly number: number;
  readonly actor: string;
  /** Which handle made it: handles know their own writes. */
  readonly handle: number;
  readonly action: Action;
  readonly startedAt: number;
  /** When it settled; never where its process died. */
  endedAt: number;
  /** What a removal is about. Known although the removal may have been rejected, and landed. */
  targets: readonly Seen[];
  outcome: Outcome;
}

/** How a call ended, as far as promises speak of it. */
export type Outcome =
  | { readonly type: "pending" }
  | { readonly type: "rejected"; readonly code: string }
  | { readonly type: "appended"; readonly entries: readonly Seen[] }
  | { readonly type: "removed" }
  | { readonly type: "cleared"; readonly count: number }
  | {
      readonly type: "read";
      readonly entries: readonly Seen[];
      readonly missing: readonly string[];
    }
  | { readonly type: "compacted"; readonly report: string };

/** An entry as a call gave it. */
export interface Seen {
  readonly id: string;
  readonly element: number;
}

/** What was left when all had come to rest. */
export interface Rest {
  readonly passes: number;
  /** Writes and deletes of one more pass. */
  readonly furtherWrites: number;
  /** Keys that are neither segments nor the head. */
  readonly looseKeys: readonly string[];
  readonly segments: number;
  /** What `verify` calls an error. */
  readonly errors: readonly string[];
}
