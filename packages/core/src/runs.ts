import type { Entry } from "./entry.ts";
import { mergeEntries } from "./merge.ts";

/**
 * Entries of one segment, or the loose ones, and how far they have been taken. Dropped when they have been: a suspended
 * generator keeps what it has held.
 */
export interface Run {
  entries: readonly Entry[];
  taken: number;
}

/** Entries of a run in one window: so many that a window costs little beside its entries. */
const WINDOW_ENTRIES = 1000;

/** The entries behind an id. */
export function runBehind(entries: readonly Entry[], after: string): Run {
  return { entries, taken: countWhile(entries, 0, (id) => id <= after) };
}

/** The next entries of all runs together, all of them before `start`. */
export function takeWindow(runs: readonly Run[], start: string | undefined): readonly Entry[] {
  const ends = runs.map(
    ({ entries, taken }) => entries[Math.min(taken + WINDOW_ENTRIES, entries.length) - 1]?.id,
  );
  const last = ends.reduce(
    (least, id) => (least === undefined || (id !== undefined && id < least) ? id : least),
    undefined,
  );
  const isBefore = (id: string) =>
    (start === undefined || id < start) && (last === undefined || id <= last);
  return mergeEntries(runs.map((run) => take(run, isBefore)));
}

function take(run: Run, isWanted: (id: string) => boolean): readonly Entry[] {
  const end = countWhile(run.entries, run.taken, isWanted);
  const entries = run.entries.slice(run.taken, end);
  run.taken = end;
  if (end === run.entries.length) Object.assign(run, { entries: [], taken: 0 });
  return entries;
}

/** The place of the first entry, from `low` on, whose id `isWanted` refuses; it accepts all ids up to some id. */
function countWhile(
  entries: readonly Entry[],
  low: number,
  isWanted: (id: string) => boolean,
): number {
  let from = low;
  let to = entries.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isWanted(entries[middle]?.id ?? "")) from = middle + 1;
    else to = middle;
  }
  return from;
}
