import type { Entry } from "./entry.ts";
import type { ListContext } from "./list-context.ts";
import { isTooSlow, listKeys } from "./listing.ts";
import type { ListedSegment } from "./listing-builder.ts";
import { loadList } from "./load.ts";
import { type LoadedSegment, openSegments } from "./load-segments.ts";
import type { ListState } from "./merge.ts";
import { observeNewest, readList, stateOf } from "./read.ts";
import type { StoreCalls } from "./store-calls.ts";

/** Makes of a state what the caller may see. */
export type Show<T> = (state: ListState) => Promise<readonly Entry<T>[]>;

/**
 * The newest `count` entries, oldest of them first. Opens segments from the newest entries on until none that is left
 * can hold a newer entry, besides those that hold removed ids. Whatever is unusual is left to a whole read.
 */
export async function readLatest<T>(
  context: ListContext,
  calls: StoreCalls,
  count: number,
  show: Show<T>,
): Promise<readonly Entry<T>[]> {
  const newest = await readNewest(context, calls, count, show);
  if (newest !== undefined) return newest;
  const { state } = await readList(context, calls, false);
  return (await show(state)).slice(-count);
}

/**
 * `undefined` where segments alone can't tell: a key is gone or unreadable, or entries with keys may repeat older ones.
 */
async function readNewest<T>(
  context: ListContext,
  calls: StoreCalls,
  count: number,
  show: Show<T>,
): Promise<readonly Entry<T>[] | undefined> {
  const listing = await listKeys(calls, context);
  if (isTooSlow(listing, context.settings)) return undefined;
  const mustOpen = listing.segments.filter(({ name }) => name.removedAt > 0);
  const loose = await loadList(calls, context.settings, { ...listing, segments: mustOpen });
  if (loose.gone.length > 0 || loose.corrupt.size > 0) return undefined;
  const opened: LoadedSegment[] = [...loose.segments];
  for (;;) {
    const next = newestUnopened(listing.segments, opened);
    const state = stateOf({ ...loose, segments: opened }, context.settings.clock.now());
    const entries = await show(state);
    if (next !== undefined && entries.some((entry) => entry.key !== undefined)) return undefined;
    const isEnough =
      next === undefined || entries.filter((entry) => entry.id > next.name.max).length >= count;
    if (isEnough) {
      observeNewest(context, state.entries);
      return entries.slice(-count);
    }
    const { loaded } = await openSegments(calls, [next]);
    if (loaded.length === 0) return undefined;
    opened.push(...loaded);
  }
}

/** The segment with the largest entry id among those that are neither open nor replaced by one that is. */
function newestUnopened(
  segments: readonly ListedSegment[],
  opened: readonly LoadedSegment[],
): ListedSegment | undefined {
  const done = new Set(opened.flatMap(({ name, segment }) => [name.id, ...segment.replaces]));
  const left = segments.filter(({ name }) => !done.has(name.id));
  return left.reduce<ListedSegment | undefined>(
    (best, one) => (best && best.name.max >= one.name.max ? best : one),
    undefined,
  );
}
