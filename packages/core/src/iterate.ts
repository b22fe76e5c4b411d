import { compareEntries, type Entry } from "./entry.ts";
import type { ListContext } from "./list-context.ts";
import { listKeys } from "./listing.ts";
import type { ListedSegment } from "./listing-builder.ts";
import { loadList, openSegments } from "./load.ts";
import { type ListState, mergeEntries, mergeRemoved } from "./merge.ts";
import { listingContext, loadContext, readList, stateOf } from "./read.ts";
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
  yield { entries: cut(entries, after).above, removed };
}

/** Lists, loads what is loose, and collects the removed ids of all segments that hold some. `undefined` where something can't be read. */
async function openSource(
  context: ListContext,
  calls: StoreCalls,
  layOver: (state: ListState) => ListState,
): Promise<Source | undefined> {
  const listing = await listKeys(calls, listingContext(context));
  const holders = listing.segments.filter(({ name }) => name.removedAt > 0);
  const loaded = await loadList(calls, loadContext(context), { ...listing, segments: holders });
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
  let waiting = source.segments.filter(({ name }) => name.max > after);
  let runs: (readonly Entry[])[] = [cut(source.loose, after).above];
  const replaced = new Set<string>();
  for (;;) {
    const [next] = waiting;
    if (next !== undefined && replaced.has(next.name.id)) {
      waiting = waiting.slice(1);
      continue;
    }
    const start = next?.name.min;
    const cuts = runs.map((run) =>
      start === undefined ? { below: run, above: [] } : cutBefore(run, start),
    );
    const entries = mergeEntries(cuts.map(({ below }) => below));
    if (entries.length > 0) yield { entries, removed: source.removed };
    runs = cuts.map(({ above }) => above).filter((run) => run.length > 0);
    if (next === undefined) return;
    const opened = (await openSegments(calls, [next])).loaded[0]?.segment;
    if (opened === undefined) return yield "gone";
    for (const id of opened.replaces) replaced.add(id);
    runs.push(cut(opened.entries, after).above);
    waiting = waiting.slice(1);
  }
}

/** The entries up to and including `id`, and those above it. */
function cut(
  run: readonly Entry[],
  id: string,
): { readonly below: readonly Entry[]; readonly above: readonly Entry[] } {
  return cutAt(run, (entry) => entry.id <= id);
}

function cutBefore(
  run: readonly Entry[],
  id: string,
): { readonly below: readonly Entry[]; readonly above: readonly Entry[] } {
  return cutAt(run, (entry) => compareEntries(entry, { id }) < 0);
}

function cutAt(run: readonly Entry[], isBelow: (entry: Entry) => boolean) {
  let low = 0;
  let high = run.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBelow(run[middle] as Entry)) low = middle + 1;
    else high = middle;
  }
  return { below: run.slice(0, low), above: run.slice(low) };
}
