import type { RecordStore } from "@shardlist/core";
import type { VirtualClock } from "@shardlist/core/testing";
import type { Draw } from "./draw.ts";
import type { Step } from "./script.ts";

/** A process that works on the list: what it sees of the store, and its end. */
export interface Process {
  readonly store: RecordStore;
  /** Resolves when it dies; left out where it doesn't. */
  readonly died?: Promise<void>;
}

/** Rejects the calls of a process that has died. No store error: nobody is left to repeat the call. */
class ProcessDeath extends Error {}

/** A process that may stand still before its store calls, and die at one of them. */
export function startProcess(
  store: RecordStore,
  step: Pick<Step, "pauseMs" | "sleepBeforePutMs" | "death">,
  clock: VirtualClock,
  draw: Draw,
): Process {
  const { pauseMs, sleepBeforePutMs, death } = step;
  if (pauseMs === undefined && sleepBeforePutMs === undefined && death === undefined)
    return { store };
  let made = 0;
  let die: () => void = () => {};
  const died = new Promise<void>((resolve) => {
    die = resolve;
  });

  async function reach<Result>(call: () => Promise<Result>, sleepMs = 0): Promise<Result> {
    const number = ++made;
    const pause = sleepMs + (pauseMs === undefined ? 0 : draw.below(pauseMs + 1));
    if (pause > 0) await clock.sleep(pause);
    if (death === undefined || number < death.call) return await call();
    if (number === death.call && death.lands) call().catch(() => undefined);
    die();
    if (death.as === "hang") return await new Promise<never>(() => {});
    throw new ProcessDeath();
  }

  const { getMany } = store;
  const own: RecordStore = {
    name: store.name,
    limits: store.limits,
    put: (key, record, options) => reach(() => store.put(key, record, options), sleepBeforePutMs),
    get: (ref) => reach(() => store.get(ref)),
    ...(getMany === undefined ? {} : { getMany: (refs) => reach(() => getMany.call(store, refs)) }),
    delete: (ref) => reach(() => store.delete(ref)),
    list: (prefix, cursor) => reach(() => store.list(prefix, cursor)),
    classify: (error) => (error instanceof ProcessDeath ? "quota" : store.classify(error)),
  };
  return { store: own, died };
}
