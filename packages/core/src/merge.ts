import { compareByTime, type Entry } from "./entry.ts";
import { inOrder } from "./in-order.ts";

/** What a record, or many of them, say of a list. */
export interface ListState {
  /** In order of id, each id once. May hold entries whose ids another state removes. */
  readonly entries: readonly Entry[];
  /** Removed ids, with the time of the pass that folded them; the current pass's for loose tombstones. */
  readonly removed: ReadonlyMap<string, number>;
}

/**
 * Joins states: the union of their entries by id, and of their removed ids. Commutative, associative and idempotent, so
 * overlapping segments, repeated writes and concurrent passes are harmless. {@link visibleEntries} applies the
 * removals.
 */
export function mergeStates(states: readonly ListState[]): ListState {
  return {
    entries: mergeEntries(states.map((state) => state.entries)),
    removed: mergeRemoved(states.map((state) => state.removed)),
  };
}

/**
 * Runs, each in order of id, as one. Runs that follow each other, as those of a quiet list do, are joined without
 * sorting.
 */
export function mergeEntries(runs: readonly (readonly Entry[])[]): readonly Entry[] {
  const filled = runs.filter((run) => run.length > 0);
  const [only] = filled;
  if (filled.length <= 1) return only ?? [];
  filled.sort((left, right) => compareByTime(left[0] as Entry, right[0] as Entry));
  const all = filled.flat();
  return followEachOther(filled) ? all : inOrder(all, compareByTime);
}

/** The later time stands: a removed id is kept for the retention from the last pass that saw its tombstone. */
export function mergeRemoved(
  removals: readonly ReadonlyMap<string, number>[],
): ReadonlyMap<string, number> {
  const filled = removals.filter((removal) => removal.size > 0);
  const [only] = filled;
  if (filled.length <= 1) return only ?? new Map();
  const merged = new Map<string, number>();
  for (const removal of filled) {
    for (const [id, time] of removal) merged.set(id, Math.max(time, merged.get(id) ?? 0));
  }
  return merged;
}

/** The entries that are neither removed nor expired. */
export function visibleEntries(state: ListState, now: number): readonly Entry[] {
  const { entries, removed } = state;
  const isRemoved = removed.size === 0 ? () => false : ({ id }: Entry) => removed.has(id);
  const isVisible = (entry: Entry) =>
    (entry.expiresAt === undefined || entry.expiresAt > now) && !isRemoved(entry);
  return entries.every(isVisible) ? entries : entries.filter(isVisible);
}

function followEachOther(runs: readonly (readonly Entry[])[]): boolean {
  let last = "";
  for (const run of runs) {
    if ((run[0]?.id ?? "") <= last) return false;
    last = run.at(-1)?.id ?? "";
  }
  return true;
}
