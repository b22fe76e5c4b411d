import { check } from "./check/check.ts";
import type { Violation } from "./check/violation.ts";
import type { History } from "./history.ts";
import { type Core, runScript } from "./run-script.ts";
import type { Actor, Script, Step } from "./script.ts";

/** A history that breaks a promise. */
export interface Failure {
  readonly history: History;
  readonly violations: readonly Violation[];
}

/** Runs tried before a history is taken for small enough: each takes a millisecond or a few. */
const MAX_RUNS = 3000;

/**
 * Makes a failing script smaller, for as long as it breaks the same promise: without whole actors, without steps,
 * without what a step's process suffers, without the store's faults, and with rounder waits.
 */
export async function shrink(failure: Failure, core?: Core): Promise<Failure> {
  const promised = failure.violations[0]?.promise;
  let smallest = failure;
  let runs = 0;

  async function isTaken(script: Script): Promise<boolean> {
    runs++;
    const history = await runScript(script, core);
    const violations = check(history);
    if (!violations.some(({ promise }) => promise === promised)) return false;
    smallest = { history, violations };
    return true;
  }

  for (let isShrinking = true; isShrinking && runs < MAX_RUNS; ) {
    isShrinking = false;
    for (const smaller of smallerScripts) {
      for (let index = 0; runs < MAX_RUNS; ) {
        const candidate = smaller(smallest.history.script, index);
        if (candidate === undefined) break;
        if (candidate !== "nothing" && (await isTaken(candidate))) isShrinking = true;
        else index++;
      }
    }
  }
  return smallest;
}

/** The script without its part number `index`; "nothing" where that part can't go; `undefined` past the last. */
type Smaller = (script: Script, index: number) => Script | "nothing" | undefined;

const smallerScripts: readonly Smaller[] = [
  (script, index) =>
    index >= script.actors.length
      ? undefined
      : { ...script, actors: script.actors.filter((_, place) => place !== index) },
  byStep((step, next) =>
    next === undefined ? [] : [{ ...next, waitMs: next.waitMs + step.waitMs }],
  ),
  byStep(({ pauseMs, ...step }, next) => (pauseMs === undefined ? "nothing" : [step, next])),
  byStep(({ sleepBeforePutMs, ...step }, next) =>
    sleepBeforePutMs === undefined ? "nothing" : [step, next],
  ),
  byStep(({ death, ...step }, next) => (death === undefined ? "nothing" : [step, next])),
  byStep((step, next) => (step.waitMs === 0 ? "nothing" : [{ ...step, waitMs: 0 }, next])),
  byStep((step, next) => {
    const rounded = Math.floor(step.waitMs / 1000) * 1000;
    return rounded === step.waitMs ? "nothing" : [{ ...step, waitMs: rounded }, next];
  }),
  (script, index) => {
    const names = Object.keys(script.store) as (keyof Script["store"])[];
    const name = names[index];
    return name === undefined ? undefined : { ...script, store: without(script.store, name) };
  },
  (script, index) => {
    const { weather } = script.store;
    const name = Object.keys(weather ?? {})[index] as keyof NonNullable<typeof weather> | undefined;
    if (weather === undefined || name === undefined) return undefined;
    return { ...script, store: { ...script.store, weather: without(weather, name) } };
  },
];

/** Changes one step, and perhaps the one behind it; steps are numbered over all actors. */
function byStep(
  change: (step: Step, next: Step | undefined) => (Step | undefined)[] | "nothing",
): Smaller {
  return (script, index) => {
    let before = 0;
    for (const [place, actor] of script.actors.entries()) {
      const own = index - before;
      before += actor.steps.length;
      const step = actor.steps[own];
      if (step === undefined) continue;
      const changed = change(step, actor.steps[own + 1]);
      if (changed === "nothing") return "nothing";
      const steps = [...actor.steps.slice(0, own), ...changed, ...actor.steps.slice(own + 2)];
      const shorter: Actor = { ...actor, steps: steps.filter((one) => one !== undefined) };
      return { ...script, actors: script.actors.with(place, shorter) };
    }
    return undefined;
  };
}

function without<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  name: Name,
): Omit<Whole, Name> {
  const { [name]: _, ...rest } = whole;
  return rest;
}
