import type { Entry } from "./entry.ts";
import type { ListContext } from "./list-context.ts";
import { isTooSlow, listKeys } from "./listing.ts";
import type { ListedSegment } from "./listing-builder.ts";
import { loadList } from "./load.ts";
import { openSegments } from "./load-segments.ts";
import { type ListState, mergeRemoved } from "./merge.ts";
import { readList, stateOf } from "./read.ts";
import { type Run, runBehind, takeWindow } from "./runs.ts";
import type { StoreCalls } from "./store-calls.ts";

/** Where an iteration draws from: what is loose, what is removed, and segments to open. */
interface Source {
  readonly loose: readonly Entry[];
  readonly removed: ReadonlyMap<string, number>;
  /** In order of their smallest id. */
  readonly segments: readonly ListedSegment[];
}

/**
 * Yields a list in order, a window at a time: what the open segments hold up to where the next one starts. A segment is
 * opened when the iteration reaches its smallest id and dropped behind its largest, so memory is bounded by those that
 * overlap. Where a segment is gone meanwhile, the list is listed again and the iteration goes on behind its last entry;
 * where that leads no further, the rest is read as a whole.
 */
export async function* iterateWindows(
  context: ListContext,
  calls: StoreCalls,
  layOver: (state: ListState) => ListState,
): AsyncGenerator<ListState> {
  let after = "";
  for (let isGettingOn = true; isGettingOn; ) {
    isGettingOn = false;
    const source = await openSource(context, calls, layOver);
    if (source === undefined) break;
    let isWhole = true;
    for await (const window of windows(calls, source, after)) {
      if (window === "gone") {
        isWhole = false;
        break;
      }
      isGettingOn = true;
      after = window.entries.at(-1)?.id ?? after;
      yield window;
    }
    if (isWhole) return;
  }
  const { state } = await readList(context, calls, false);
  const { entries, removed } = layOver(state);
  yield { entries: entries.filter(({ id }) => id > after), removed };
}

/**
 * Lists, loads what is loose, and collects the removed ids of all segments that hold some. `undefined` where something
 * can't be read.
 */
async function openSource(
  context: ListContext,
  calls: StoreCalls,
  layOver: (state: ListState) => ListState,
): Promise<Source | undefined> {
  const listing = await listKeys(calls, context);
  if (isTooSlow(listing, context.settings)) return undefined;
  const holders = listing.segments.filter(({ name }) => name.removedAt > 0);
  const loaded = await loadList(calls, context.settings, { ...listing, segments: holders });
  if (loaded.gone.length > 0 || loaded.corrupt.size > 0) return undefined;
  const state = layOver(stateOf({ ...loaded, segments: [] }, context.settings.clock.now()));
  const removed = mergeRemoved([
    state.removed,
    ...loaded.segments.map(({ segment }) => segment.removed),
  ]);
  const segments = listing.segments.filter(({ name }) => name.count > 0);
  return {
    loose: state.entries,
    removed,
    segments: segments.sort((left, right) => (left.name.min < right.name.min ? -1 : 1)),
  };
}

async function* windows(
  calls: StoreCalls,
  source: Source,
  after: string,
): AsyncGenerator<ListState | "gone"> {
  const waiting = source.segments.filter(({ name }) => name.max > after);
  const replaced = new Set<string>();
  let runs: Run[] = [runBehind(source.loose, after)];
  for (;;) {
    const next = waiting.find(({ name }) => !replaced.has(name.id));
    for (;;) {
      const entries = takeWindow(runs, next?.name.min);
      if (entries.length === 0) break;
      yield { entries, removed: source.removed };
    }
    if (next === undefined) return;
    waiting.splice(0, waiting.indexOf(next) + 1);
    const run = await openRun(calls, next, after, replaced);
    if (run === undefined) return yield "gone";
    runs = [...runs, run].filter(({ entries }) => entries.length > 0);
  }
}

async function openRun(
  calls: StoreCalls,
  listed: ListedSegment,
  after: string,
  replaced: Set<string>,
): Promise<Run | undefined> {
  const segment = (await openSegments(calls, [listed])).loaded[0]?.segment;
  for (const id of segment?.replaces ?? []) replaced.add(id);
  return segment && runBehind(segment.entries, after);
}
