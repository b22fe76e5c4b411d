import {
  type CompactionReport,
  type CompactOptions,
  createListStore,
  type JsonValue,
  type List,
  type ListStoreOptions,
  type RecordStore,
} from "@shardlist/core";
import {
  type SimulatedStore,
  type SimulatedStoreOptions,
  simulatedStore,
} from "@shardlist/core/testing";
import type { Kind } from "./kinds.ts";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
/** How old a `list` or a `get` may be in the cases. */
export const WINDOW = MINUTE;
export const GRACE = 10 * MINUTE;
/** What passes after a pass, where the next one is to find that the grace period is over. */
export const GRACE_BETWEEN = 2 * GRACE;

/** What a test changes of the store and of the lists in it. */
export interface SceneOptions {
  readonly store?: SimulatedStoreOptions;
  readonly lists?: ListStoreOptions;
}

/** One list in one simulated store. */
export interface Scene {
  readonly store: SimulatedStore;
  /** A handle that shares no memory with any other, in the home region unless told otherwise. */
  cold(where?: RecordStore, options?: ListStoreOptions): List;
  /** The values that a cold handle reads. */
  values(where?: RecordStore): Promise<readonly JsonValue[]>;
  /** Passes on cold handles, with grace between and after them. */
  passes(count: number, options?: CompactOptions): Promise<readonly CompactionReport[]>;
  /** The keys that are really there. */
  keys(group?: Group): string[];
}

/** What a key may be, with the letter that says so. */
export const GROUPS = { tombstone: "d", batch: "e", head: "h", segment: "s" } as const;
export type Group = keyof typeof GROUPS;

/** Matches the keys of a group. */
export function keysOf(group: Group): RegExp {
  return new RegExp(`/${GROUPS[group]}(/|$)`);
}

/**
 * A scene with the numbers of the cases: staleness window 60 s, grace period 10 minutes, retention
 * 24 hours.
 */
export function createScene(kind: Kind, options: SceneOptions = {}): Scene {
  const limits = { ...kind.store.limits, ...options.store?.limits };
  const store = simulatedStore({ ...kind.store, ...options.store, limits });

  function cold(where: RecordStore = store, more: ListStoreOptions = {}): List {
    const { clock, random } = store;
    const given = { clock, random, stalenessMs: WINDOW, graceMs: GRACE, ...options.lists, ...more };
    return createListStore(withPlainPuts(where), given).list("guests");
  }

  return {
    store,
    cold,
    values: async (where) => (await cold(where).read()).values,
    async passes(count, compactOptions) {
      const reports: CompactionReport[] = [];
      for (let pass = 0; pass < count; pass++) {
        reports.push(await cold().compact(compactOptions));
        await store.advance(GRACE_BETWEEN);
      }
      return reports;
    },
    keys: (group) =>
      store.contents.keys().filter((key) => group === undefined || keysOf(group).test(key)),
  };
}

/**
 * The store, less every option of `put` but where the record is kept: edge stores have no versions
 * and no conditions, so nothing may rest on them.
 * https://github.com/fastly/js-compute-runtime/issues/1029
 */
function withPlainPuts(store: RecordStore): RecordStore {
  return {
    ...store,
    put: async (key, record, options) =>
      await store.put(key, record, options?.inline === undefined ? {} : { inline: options.inline }),
  };
}

/** `from` up to, but not including, `to`. */
export function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/** One append per value, one after another. */
export async function appendEach(list: List, values: Iterable<JsonValue>): Promise<void> {
  for (const value of values) await list.append(value);
}
