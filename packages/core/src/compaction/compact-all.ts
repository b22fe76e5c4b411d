import { optionsOf, positive, storeOf } from "../check-option.ts";
import { ListError } from "../errors.ts";
import { createListStore } from "../list-store.ts";
import type { ListStoreOptions } from "../options.ts";
import type { RecordStore } from "../record-store.ts";
import { resolveOptions } from "../settings.ts";
import { createBudgetedCalls } from "./budgeted-calls.ts";
import { counted } from "./counted-store.ts";
import { findLists, type ManyNames, takeNames } from "./find-lists.ts";
import { fromRandomPlace } from "./from-random-place.ts";
import type { CompactionReport } from "./report.ts";

/** Options of {@link compactAll}: those of `createListStore`, which must be the same as everywhere else, and these. */
export interface CompactAllOptions extends Omit<ListStoreOptions<never>, "schema" | "keyOf"> {
  /** The lists to visit. @default all of the store, at the cost of listing all its keys */
  readonly names?: ManyNames | undefined;
  /** Store calls for everything together. @default what the store allows in one invocation */
  readonly maxOperations?: number | undefined;
  /** How long everything together may take, in ms. @default no limit besides `passMs` for each list */
  readonly maxMs?: number | undefined;
}

/** What {@link compactAll} did, list by list. */
export interface CompactAllReport {
  /** Reports of the lists that were visited. */
  readonly reports: ReadonlyMap<string, CompactionReport>;
  /** Lists whose pass failed, with the error. The others were visited all the same. */
  readonly errors: ReadonlyMap<string, ListError>;
  /** Lists that were found and that the budget didn't reach; a later call visits them. */
  readonly skipped: number;
  /** Whether all lists were found. Where half of the budget is too little for that, give it the `names`. */
  readonly complete: boolean;
  /** Store calls made, those for finding the lists included. */
  readonly operations: number;
}

/** Fewer store calls than these are no use to a pass that has something to do. */
const LEAST_OPERATIONS = 10;

/**
 * Runs a pass on many lists within one budget, for a cron trigger. Starts at a random one of the lists that it found and
 * gives each an equal part of what is left, so that a busy list starves no other and each of them is reached in the long
 * run. Finding them starts at the store's first key: where half of the budget ends before the last, give it `names`.
 *
 * Costs one `list` per idle list, and the listing of all keys where `names` is left out.
 *
 * @example
 * ```ts
 * export default {
 *   async scheduled(_event: unknown, env: { LISTS: KVNamespace }) {
 *     await compactAll(workersKV(env.LISTS));
 *   },
 * };
 * ```
 * @returns What was done, list by list; a list whose pass failed is among `errors`, and the others are visited all the
 * same.
 * @throws {@link ListError} `invalid-option`; while the lists are looked for, also what the store answers, and
 * `budget-exhausted` where its failures have taken all calls.
 */
export async function compactAll(
  store: RecordStore,
  options: CompactAllOptions = {},
): Promise<CompactAllReport> {
  const { names, maxOperations, maxMs, ...listOptions } = optionsOf(options);
  const settings = resolveOptions(listOptions, storeOf(store).limits);
  const { operationsPerInvocation } = settings.limits;
  const budget = positive(
    "maxOperations",
    maxOperations === undefined ? operationsPerInvocation : maxOperations,
  );
  const startedAt = settings.clock.now();
  const deadline =
    maxMs === undefined ? Number.POSITIVE_INFINITY : startedAt + positive("maxMs", maxMs);
  const counter = { made: 0 };
  const countedStore = counted(store, counter);
  const lists = createListStore(countedStore, listOptions);
  // No further page of names once half of the time or of the calls is spent.
  const foundBy = startedAt + (deadline - startedAt) / 2;
  const mayGoOn = () => counter.made < budget / 2 && settings.clock.now() < foundBy;
  const calls = createBudgetedCalls({ store: countedStore, settings }, budget);
  const found =
    names === undefined
      ? await findLists(calls, settings.prefix, mayGoOn)
      : await takeNames(names, mayGoOn);
  const order = fromRandomPlace(found.names, (settings.random ?? Math.random)());
  const reports = new Map<string, CompactionReport>();
  const errors = new Map<string, ListError>();
  for (const [index, name] of order.entries()) {
    const left = budget - counter.made;
    const leftMs = deadline - settings.clock.now();
    if (left < 1 || leftMs <= 0) break;
    const share = Math.min(
      left,
      Math.max(LEAST_OPERATIONS, Math.floor(left / (order.length - index))),
    );
    try {
      const limit =
        leftMs === Number.POSITIVE_INFINITY ? {} : { maxMs: Math.max(1, Math.floor(leftMs)) };
      reports.set(name, await lists.list(name).compact({ maxOperations: share, ...limit }));
    } catch (error) {
      if (!(error instanceof ListError)) throw error;
      errors.set(name, error);
    }
  }
  return {
    reports,
    errors,
    skipped: order.length - reports.size - errors.size,
    complete: found.complete,
    operations: counter.made,
  };
}
