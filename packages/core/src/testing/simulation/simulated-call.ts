import type { OperationCounts } from "../../record-store.ts";

/** A kind of store call. */
export type Operation = keyof OperationCounts;

/** One call as the simulated store saw it. */
export interface SimulatedCall {
  /** From 1, over the whole simulated store. */
  readonly number: number;
  /** The virtual time at which it was made. */
  readonly at: number;
  readonly region: string;
  readonly operation: Operation;
  /** The key of a put, the ref of a get or delete, the refs of a getMany, the prefix of a list. */
  readonly keys: readonly string[];
  /** What a put stores. */
  readonly text?: string;
  /** Where a list goes on. */
  readonly cursor?: string;
}

/** What becomes of a call. */
export interface Fate {
  /** Whether a put or delete changes anything. */
  readonly lands: boolean;
  /** How much later than its call it lands. */
  readonly lateMs?: number;
  /** Whether the answer waits until a late call has landed. */
  readonly waitsToLand?: boolean;
  /** What it rejects with. */
  readonly error?: Error;
  /** Nothing happens before this resolves. */
  readonly held?: Promise<void>;
  /** Keys that a get doesn't find. */
  readonly hides?: (key: string) => boolean;
  /** A listing answers with no records and a cursor. */
  readonly emptyPage?: boolean;
}

/** What becomes of a call that nothing happens to. */
export const UNDISTURBED: Fate = { lands: true };
