import type { Clock } from "../../src/clock.ts";
import { createHybridClock } from "../../src/clock.ts";
import { resolveCaps } from "../../src/compaction/cap.ts";
import { createNewId } from "../../src/entry.ts";
import type { ListEvent } from "../../src/events.ts";
import { GROUPS, listBase } from "../../src/key.ts";
import type { ListContext } from "../../src/list-context.ts";
import { createListStore } from "../../src/list-store.ts";
import type { List } from "../../src/list-types.ts";
import { memoryStore } from "../../src/memory/index.ts";
import type { ListStoreOptions } from "../../src/options.ts";
import type { OperationCounts, RecordStore, StoreLimits } from "../../src/record-store.ts";
import { resolveOptions } from "../../src/settings.ts";
import { createStoreCalls, type StoreCalls } from "../../src/store-calls.ts";
import { seededRandom } from "../../src/testing/seeded-random.ts";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
/** The defaults of the options. */
export const STALENESS = 2 * MINUTE;
export const GRACE = 15 * MINUTE;
export const PASS = 5 * MINUTE;
export const RETENTION = 24 * HOUR;
/** What passes after a pass, where the next one is to find that the grace period is over. */
export const GRACE_BETWEEN = 2 * GRACE;
export const NOON: number = Date.UTC(2026, 5, 1, 12);

/** Every record on its own: none comes with the listing. */
export const APART: Partial<StoreLimits> = { inlineBytes: 0 };

export type Operation = keyof OperationCounts;

/** What a test makes of a store call; `run` makes it. */
export type Answer = (
  operation: Operation,
  key: string,
  run: () => Promise<unknown>,
) => Promise<unknown>;

/** A memory store with a clock to turn, a record of what happens, and a say in every call. */
export interface Lab {
  readonly store: RecordStore;
  readonly clock: Clock;
  readonly events: ListEvent[];
  /** Calls made, as `get sl1/guests/h`. */
  readonly calls: string[];
  /** How long each wait was, in ms. */
  readonly waits: number[];
  answer: Answer;
  pass(ms: number): void;
  /** A new handle. */
  list<T = unknown>(options?: ListStoreOptions<T>): List<T>;
  context(options?: ListStoreOptions): ListContext;
  storeCalls(options?: ListStoreOptions): StoreCalls;
  /** The keys of a group, or all. */
  keys(group?: keyof typeof GROUPS): Promise<string[]>;
  /** Passes, with two grace periods after each. */
  passes(count: number): Promise<void>;
  /** What `run` calls, without the list's prefix. */
  callsOf(run: () => Promise<unknown>): Promise<string[]>;
}

export function createLab(limits: Partial<StoreLimits> = {}): Lab {
  const memory = memoryStore({ limits });
  const random = seededRandom(1);
  let now = NOON;
  const events: ListEvent[] = [];
  const calls: string[] = [];
  const waits: number[] = [];
  const clock: Clock = {
    now: () => now,
    async sleep(ms) {
      waits.push(ms);
      now += ms;
    },
  };
  const onEvent = (event: ListEvent) => void events.push(event);
  const through = <Result>(operation: Operation, key: string, run: () => Promise<Result>) => {
    calls.push(`${operation} ${key}`);
    // The type of the call that the answer stands for.
    return lab.answer(operation, key, run) as Promise<Result>;
  };
  const store: RecordStore = {
    ...memory,
    put: (key, record, options) => through("put", key, () => memory.put(key, record, options)),
    get: (ref) => through("get", ref, () => memory.get(ref)),
    getMany: (refs) =>
      through("getMany", refs.join(), async () => {
        const found = await Promise.all(
          refs.map(async (ref) => [ref, await lab.answer("get", ref, () => memory.get(ref))]),
        );
        return new Map(found as [string, never][]);
      }),
    delete: (ref) => through("delete", ref, () => memory.delete(ref)),
    list: (prefix, cursor) => through("list", prefix, () => memory.list(prefix, cursor)),
  };
  const defaults = { clock, random, onEvent };
  const lab: Lab = {
    store,
    clock,
    events,
    calls,
    waits,
    answer: (_, __, run) => run(),
    pass(ms) {
      now += ms;
    },
    list: (options = {}) => createListStore(store, { ...defaults, ...options }).list("guests"),
    context(options = {}) {
      const all = { ...defaults, ...options };
      const settings = { ...resolveOptions(all, store.limits), ...resolveCaps(all) };
      return {
        store,
        settings,
        clock: createHybridClock(() => now),
        newId: createNewId(random),
        name: "guests",
        base: listBase(settings.prefix, "guests", settings.limits),
      };
    },
    storeCalls: (options) => createStoreCalls(store, lab.context(options).settings),
    async keys(group) {
      const found: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await memory.list("sl1/", cursor);
        found.push(...page.records.map(({ key }) => key));
        cursor = page.cursor;
        if (cursor === undefined) break;
      }
      return group === undefined
        ? found
        : found.filter((key) => key.split("/")[2] === GROUPS[group]);
    },
    async passes(count) {
      for (let n = 0; n < count; n++) {
        await lab.list().compact();
        now += GRACE_BETWEEN;
      }
    },
    async callsOf(run) {
      const before = calls.length;
      await run();
      return calls.slice(before).map((call) => call.replaceAll("sl1/guests/", ""));
    },
  };
  return lab;
}

/** Appends these one by one, a second after another. */
export async function appendEach(lab: Lab, values: Iterable<unknown>): Promise<void> {
  const list = lab.list();
  for (const value of values) {
    await list.append(value);
    lab.pass(SECOND);
  }
}

/** `from` up to, but not including, `to`. */
export function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
