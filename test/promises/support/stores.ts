import { r2, workersKV } from "@shardlist/cloudflare";
import type { OperationCounts, RecordStore } from "@shardlist/core";
import { type Clock, createListStore, type List, type ListStoreOptions } from "@shardlist/core";
import { memoryStore } from "@shardlist/core/memory";
import { simulatedStore } from "@shardlist/core/testing";
import { fastlyKV } from "@shardlist/fastly";
import { fakeKV } from "../../../packages/cloudflare/test/support/fake-kv.ts";
import { fakeR2 } from "../../../packages/cloudflare/test/support/fake-r2.ts";
import { fakeKVStore } from "../../../packages/fastly/test/support/fake-kv-store.ts";

/** A record store to hold the promises against, and a clock for it. */
export interface Opened {
  readonly store: RecordStore;
  readonly clock: Clock;
  pass(ms: number): Promise<void>;
}

/** Every adapter that runs in Node. */
export const STORES: readonly { readonly name: string; readonly open: () => Opened }[] = [
  { name: "the memory store", open: () => withClock(memoryStore()) },
  {
    name: "the simulated store",
    open: () => {
      const store = simulatedStore();
      return { store, clock: store.clock, pass: (ms) => store.advance(ms) };
    },
  },
  { name: "Workers KV", open: () => withClock(workersKV(fakeKV().binding)) },
  { name: "R2", open: () => withClock(r2(fakeR2().binding)) },
  { name: "Fastly KV", open: () => withClock(fastlyKV(fakeKVStore().binding)) },
];

/** A list store's surroundings, with its store calls counted. */
export interface Stage extends Opened {
  /** A handle of its own list store. */
  list<T = unknown>(options?: ListStoreOptions<T>, name?: string): List<T>;
  /** The store calls that `run` makes. */
  cost(run: () => Promise<unknown>): Promise<OperationCounts>;
  /** Passes with two grace periods between and after them. */
  passes(count: number): Promise<void>;
}

/** Counts that are all zero but for `some`. */
export function only(some: Partial<OperationCounts>): OperationCounts {
  return { put: 0, get: 0, getMany: 0, delete: 0, list: 0, ...some };
}

export const MINUTE = 60_000;

/** A fresh store on its stage. */
export function setStage(open: () => Opened): Stage {
  const opened = open();
  const { clock, pass } = opened;
  const counts = { put: 0, get: 0, getMany: 0, delete: 0, list: 0 };
  const store = counted(opened.store, counts);

  function list<T>(options: ListStoreOptions<T> = {}, name = "guests"): List<T> {
    return createListStore<T>(store, { clock, ...options }).list(name);
  }

  return {
    store,
    clock,
    pass,
    list,
    async cost(run) {
      const before = { ...counts };
      await run();
      const cost = { ...before };
      for (const kind of Object.keys(cost) as (keyof OperationCounts)[])
        cost[kind] = counts[kind] - before[kind];
      return cost;
    },
    async passes(count) {
      for (let n = 0; n < count; n++) {
        await list().compact();
        await pass(30 * MINUTE);
      }
    },
  };
}

function counted(store: RecordStore, counts: Record<keyof OperationCounts, number>): RecordStore {
  const count = <Args extends readonly unknown[], Result>(
    operation: keyof OperationCounts,
    call: (...args: Args) => Result,
  ) => {
    return (...args: Args): Result => {
      counts[operation]++;
      return call(...args);
    };
  };
  const { getMany } = store;
  return {
    ...store,
    put: count("put", store.put),
    get: count("get", store.get),
    ...(getMany === undefined ? {} : { getMany: count("getMany", getMany) }),
    delete: count("delete", store.delete),
    list: count("list", store.list),
  };
}

function withClock(store: RecordStore): Opened {
  let now = Date.UTC(2026, 0, 1);
  const pass = async (ms: number) => {
    now += ms;
  };
  return { store, clock: { now: () => now, sleep: pass }, pass };
}
