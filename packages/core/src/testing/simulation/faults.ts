import type { Fate, Operation, SimulatedCall } from "./simulated-call.ts";
import { passingFault } from "./store-errors.ts";

/** Which calls a fault strikes: all that match every field given. */
export interface FaultMatch {
  readonly operation?: Operation | readonly Operation[];
  /**
   * A key, a pattern or a test that one of the call's keys meets; for a list, that its prefix
   * meets.
   */
  readonly key?: string | RegExp | ((key: string) => boolean);
  readonly region?: string;
  /** How many matching calls pass first. @default 0 */
  readonly skip?: number;
  /** How many are struck after that. @default 1 */
  readonly times?: number;
}

/** A fault that a test asked for. */
export interface Fault {
  /** How many calls it has struck. */
  readonly hits: number;
  /** Resolves when it strikes for the first time. */
  readonly reached: Promise<void>;
  /** Ends it, and lets calls go on that it held back. */
  release(): void;
}

/** Faults on demand. Each strikes the next call that matches, unless told otherwise. */
export interface Faults {
  /** The call changes nothing and rejects with `error`, or with a passing fault. */
  fail(match: FaultMatch, error?: Error): Fault;
  /** The call takes effect and then rejects with `error`, or with a passing fault. */
  loseAcknowledgement(match: FaultMatch, error?: Error): Fault;
  /** The put or delete resolves and has changed nothing. */
  drop(match: FaultMatch): Fault;
  /** The call waits, before it has any effect, for `release()`. */
  hold(match: FaultMatch): Fault;
  /** The put or delete rejects at once and lands `lateMs` later. */
  landLate(match: FaultMatch, lateMs: number): Fault;
  /**
   * A get finds nothing under the keys that match. A listing isn't struck, so that the key stays
   * listed.
   */
  miss(match: FaultMatch): Fault;
  /** A list answers with an empty page and a cursor. */
  emptyPage(match?: FaultMatch): Fault;
}

/** Keeps the faults that a test asked for and finds the one that strikes a call. */
export function faultsOnDemand(): {
  readonly faults: Faults;
  fateOf(call: SimulatedCall): Fate | undefined;
} {
  const armed: ArmedFault[] = [];

  function arm(
    match: FaultMatch,
    fate: (call: SimulatedCall, released: Promise<void>) => Fate,
  ): Fault {
    const fault = armedFault(match, fate);
    armed.push(fault);
    return fault;
  }

  return {
    faults: {
      fail: (match, error) =>
        arm(match, (call) => ({ lands: false, error: error ?? passingFault(call.operation, 0) })),
      loseAcknowledgement: (match, error) =>
        arm(match, (call) => ({ lands: true, error: error ?? passingFault(call.operation, 0) })),
      drop: (match) => arm({ operation: ["put", "delete"], ...match }, () => ({ lands: false })),
      hold: (match) => arm(match, (_, released) => ({ lands: true, held: released })),
      landLate: (match, lateMs) =>
        arm({ operation: ["put", "delete"], ...match }, (call) => ({
          lands: true,
          lateMs,
          error: passingFault(call.operation, 0),
        })),
      miss: (match) =>
        arm({ operation: ["get", "getMany"], ...match }, () => ({
          lands: true,
          hides: (key) => meets(key, match.key),
        })),
      emptyPage: (match = {}) =>
        arm({ operation: "list", ...match }, () => ({ lands: true, emptyPage: true })),
    },
    fateOf(call) {
      for (const fault of armed) {
        const fate = fault.strike(call);
        if (fate !== undefined) return fate;
      }
      return undefined;
    },
  };
}

interface ArmedFault extends Fault {
  strike(call: SimulatedCall): Fate | undefined;
}

function armedFault(
  match: FaultMatch,
  fate: (call: SimulatedCall, released: Promise<void>) => Fate,
): ArmedFault {
  const { skip = 0, times = 1 } = match;
  const reached = signal();
  const released = signal();
  let seen = 0;
  let hits = 0;
  let over = false;
  return {
    get hits() {
      return hits;
    },
    reached: reached.promise,
    release() {
      over = true;
      released.give();
    },
    strike(call) {
      if (over || hits >= times || !matches(call, match)) return undefined;
      if (seen++ < skip) return undefined;
      hits++;
      reached.give();
      return fate(call, released.promise);
    },
  };
}

function matches(call: SimulatedCall, { operation, key, region }: FaultMatch): boolean {
  if (region !== undefined && region !== call.region) return false;
  if (typeof operation === "string" && operation !== call.operation) return false;
  if (typeof operation === "object" && !operation.includes(call.operation)) return false;
  return key === undefined || call.keys.some((one) => meets(one, key));
}

function meets(key: string, wanted: FaultMatch["key"]): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted === "string") return wanted === key;
  return typeof wanted === "function" ? wanted(key) : wanted.test(key);
}

function signal(): { readonly promise: Promise<void>; give(): void } {
  let give: () => void = () => {};
  const promise = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { promise, give };
}
