import { createListStore, type List, type RecordStore } from "@shardlist/core";
import { memoryStore } from "@shardlist/core/memory";
import { type BenchClock, benchClock } from "./bench-clock.ts";
import { sampleValue } from "./sample-values.ts";

/** A list in memory, with the clock that its handles live by. */
export interface StoredList {
  readonly store: RecordStore;
  readonly clock: BenchClock;
  /** A new handle, as each request to a Worker makes one. */
  open(): List;
}

export const LIST_NAME = "list";

/** Between two appends: so that some of them share a millisecond and most don't. */
const MS_BETWEEN_APPENDS = 0.7;

/** A list to which `entries` values were appended, `perBatch` in each append. */
export async function looseList(entries: number, perBatch = 1): Promise<StoredList> {
  const stored = emptyList();
  // Handles remember their own writes, and a writer of a million entries is many handles.
  let list = stored.open();
  for (let place = 0; place < entries; place += perBatch) {
    if (place % 1000 === 0) list = stored.open();
    stored.clock.advance(MS_BETWEEN_APPENDS);
    if (perBatch === 1) await list.append(sampleValue(place));
    else await list.appendAll(valuesFrom(place, Math.min(perBatch, entries - place)));
  }
  return stored;
}

/** A list without entries. */
export function emptyList(store: RecordStore = memoryStore()): StoredList {
  const clock = benchClock();
  return { store, clock, open: () => createListStore(store, { clock }).list(LIST_NAME) };
}

/** Runs passes, far enough apart for each to delete what the one before superseded, until nothing is left to do. */
export async function compactFully({ clock, open }: StoredList): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    clock.advance(PASS_DISTANCE_MS);
    const { remaining, written, deleted } = await open().compact();
    quiet = remaining === 0 && written === 0 && deleted === 0 ? quiet + 1 : 0;
  }
}

/** More than the grace period and what is allowed for clocks that differ. */
export const PASS_DISTANCE_MS: number = 30 * 60_000;

function valuesFrom(first: number, count: number) {
  return Array.from({ length: count }, (_, index) => sampleValue(first + index));
}
