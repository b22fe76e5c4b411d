import { createListStore, type Entry, type List, type RecordStore } from "@shardlist/core";
import { type SimulatedStore, simulatedStore } from "@shardlist/core/testing";
import { type Draw, drawsOf } from "./draw.ts";
import { elementOf, valueFor } from "./elements.ts";
import type { History, Operation, Outcome, Seen } from "./history.ts";
import { startProcess } from "./process-store.ts";
import { comeToRest } from "./rest.ts";
import type { Action, Actor, Script } from "./script.ts";

/** The part of the core that a simulation runs; a mutant's instead of the real one, to see that it is caught. */
export interface Core {
  readonly createListStore: typeof createListStore;
}

/** Everything that the actors of a history share. */
export interface World {
  readonly core: Core;
  readonly script: Script;
  readonly store: SimulatedStore;
  readonly draw: Draw;
  readonly operations: Operation[];
  handles: number;
}

/** A handle on the list, with its number. */
export interface Handle {
  readonly list: List;
  readonly number: number;
}

const LIST = "guests";

/** Runs a script to its end, then lets everything come to rest. */
export async function runScript(
  script: Script,
  core: Core = { createListStore },
): Promise<History> {
  const store = simulatedStore({ ...script.store, seed: script.seed });
  const world: World = {
    core,
    script,
    store,
    draw: drawsOf(~script.seed),
    operations: [],
    handles: 0,
  };
  for (const actor of script.actors) void act(world, actor);
  await store.clock.idle();
  const rest = await comeToRest(world);
  const storeCalls = Object.values(store.counts()).reduce((sum, count) => sum + count, 0);
  return { script, operations: world.operations, rest, storeCalls };
}

/** A new handle over `store` by a clock that is `skewMs` ahead. */
export function openHandle(world: World, store: RecordStore, skewMs = 0): Handle {
  const { random, skewedClock, clock } = world.store;
  const lists = world.core.createListStore(store, {
    ...world.script.lists,
    clock: skewMs === 0 ? clock : skewedClock(skewMs),
    random,
  });
  return { list: lists.list(LIST), number: world.handles++ };
}

async function act(world: World, actor: Actor): Promise<void> {
  const region = world.store.region(actor.region);
  let shared = switchable(region);
  let longLived: Handle | undefined;
  for (const step of actor.steps) {
    await world.store.clock.sleep(step.waitMs);
    const process = startProcess(region, step, world.store.clock, world.draw);
    if (actor.handle === "long-lived") {
      shared.use(process.store);
      longLived ??= openHandle(world, shared.store, actor.skewMs);
    }
    const handle = longLived ?? openHandle(world, process.store, actor.skewMs);
    const performed = perform(world, actor.name, handle, step.action);
    await (process.died === undefined ? performed : Promise.race([performed, process.died]));
    if (step.death !== undefined) {
      shared = switchable(region);
      longLived = undefined;
    }
  }
}

/** A store that stands for another one at each step of a long-lived process. */
function switchable(first: RecordStore): { store: RecordStore; use(store: RecordStore): void } {
  let current = first;
  const { getMany } = first;
  return {
    store: {
      name: first.name,
      limits: first.limits,
      put: (key, record, options) => current.put(key, record, options),
      get: (ref) => current.get(ref),
      ...(getMany === undefined
        ? {}
        : { getMany: (refs) => (current.getMany ?? getMany).call(current, refs) }),
      delete: (ref) => current.delete(ref),
      list: (prefix, cursor) => current.list(prefix, cursor),
      classify: (error) => current.classify(error),
    },
    use(store) {
      current = store;
    },
  };
}

/** Makes one call on a list and writes down what came of it. */
export async function perform(
  world: World,
  actor: string,
  handle: Handle,
  action: Action,
): Promise<Operation> {
  const operation: Operation = {
    number: world.operations.length,
    actor,
    handle: handle.number,
    action,
    startedAt: world.store.clock.now(),
    endedAt: Number.POSITIVE_INFINITY,
    targets: [],
    outcome: { type: "pending" },
  };
  world.operations.push(operation);
  try {
    operation.outcome = await call(world, handle.list, operation);
  } catch (error) {
    operation.outcome = { type: "rejected", code: codeOf(error) };
  }
  operation.endedAt = world.store.clock.now();
  return operation;
}

async function call(world: World, list: List, operation: Operation): Promise<Outcome> {
  const { action } = operation;
  switch (action.type) {
    case "append": {
      const { element, keyed, long } = action;
      const options = keyed ? { key: `key-${element}` } : {};
      return {
        type: "appended",
        entries: seen([await list.append(valueFor(element, long), options)]),
      };
    }
    case "appendAll": {
      const values = action.elements.map((element) => valueFor(element, false));
      return { type: "appended", entries: seen(await list.appendAll(values)) };
    }
    case "remove": {
      const { entries } = await list.read();
      const chosen = pickFrom(entries, action.picks);
      operation.targets = seen(chosen);
      await list.remove(chosen);
      return { type: "removed" };
    }
    case "clear":
      return { type: "cleared", count: await list.clear() };
    case "read": {
      const { entries, missing = [] } = await list.read({
        allowIncomplete: action.allowIncomplete,
      });
      return { type: "read", entries: seen(entries), missing };
    }
    case "consolidated": {
      const { entries } = await list.read({ freshness: "consolidated" });
      return { type: "read", entries: seen(entries), missing: [] };
    }
    case "latest":
      return { type: "read", entries: seen(await list.latest(action.count)), missing: [] };
    case "iterate": {
      const entries: Entry[] = [];
      for await (const entry of list) {
        entries.push(entry);
        if (action.pauseMs > 0) await world.store.clock.sleep(world.draw.below(action.pauseMs));
      }
      return { type: "read", entries: seen(entries), missing: [] };
    }
    case "compact": {
      const { type: _, ...options } = action;
      const report = await list.compact(options);
      return { type: "compacted", report: describe(report) };
    }
  }
}

function pickFrom(entries: readonly Entry[], picks: readonly number[]): Entry[] {
  const chosen = picks.map((pick) => entries[Math.floor(pick * entries.length)]);
  return [...new Set(chosen)].filter((entry) => entry !== undefined);
}

function seen(entries: readonly Entry[]): Seen[] {
  return entries.map(({ id, value }) => ({ id, element: elementOf(value) }));
}

function describe(report: Awaited<ReturnType<List["compact"]>>): string {
  const { absorbed, written, deleted, remaining, stopped } = report;
  return `absorbed ${absorbed}, wrote ${written}, deleted ${deleted}, left ${remaining}${stopped === undefined ? "" : `, stopped by ${stopped}`}`;
}

/** A `ListError` of a mutant is of another class, so only its code counts. */
function codeOf(error: unknown): string {
  if (typeof error === "object" && error !== null && "code" in error) return String(error.code);
  return String(error);
}
