import type { OperationCounts, RecordStore } from "../../record-store.ts";
import { type Caller, regionStore } from "./region-store.ts";
import type { Fate, SimulatedCall } from "./simulated-call.ts";
import { overBudget, processGone } from "./store-errors.ts";
import { tally } from "./tally.ts";
import type { Viewer } from "./viewer.ts";
import type { World } from "./world.ts";

/** Options of one invocation. */
export interface InvocationOptions {
  /** How many store calls it may make. @default any number */
  readonly operations?: number;
  /**
   * What the next call meets.
   *
   * - `"refuse"`: the platform's error for a used-up budget, which is also what
   *   `limits.operationsPerInvocation` then says
   * - `"fail"`: the process is gone; this call and all later ones reject and change nothing
   * - `"hang"`: the process is gone; this call and all later ones never settle and change nothing
   *
   * @default "refuse"
   */
  readonly beyond?: "refuse" | "fail" | "hang";
}

/** The record store of one request or scheduled run. */
export interface Invocation extends RecordStore {
  /** The calls that it made, by kind, with those that met the end of its budget. */
  counts(): OperationCounts;
  /**
   * The process dies: from now on calls fail or hang. What is under way may still land, and never
   * answers.
   */
  crash(as: "fail" | "hang"): void;
}

export function startInvocation(
  world: World,
  viewer: Viewer,
  options: InvocationOptions,
): Invocation {
  const { operations = Number.POSITIVE_INFINITY, beyond = "refuse" } = options;
  const made = tally();
  let death: Caller["death"] = () => undefined;

  function fateOf(call: SimulatedCall): Fate | undefined {
    made.add(call.operation);
    if (made.total() <= operations) return undefined;
    if (beyond === "refuse") return { lands: false, error: overBudget() };
    death = DEATHS[beyond];
    return undefined;
  }

  const limited = beyond === "refuse" && Number.isFinite(operations);
  const limits = limited ? { ...world.limits, operationsPerInvocation: operations } : world.limits;
  return {
    ...regionStore(world, viewer, limits, { fateOf, death: () => death() }),
    counts: made.counts,
    crash(as) {
      death = DEATHS[as];
    },
  };
}

/** What every call of a dead process gets instead of an answer. */
const DEATHS = {
  fail: (): Promise<never> => Promise.reject(processGone()),
  hang: (): Promise<never> => new Promise(() => {}),
};
