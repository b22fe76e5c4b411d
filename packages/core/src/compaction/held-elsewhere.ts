import { timeOf } from "../entry.ts";
import type { ListedSegment, Listing } from "../listing-builder.ts";
import { holder, type LoadedSegment } from "../load-segments.ts";
import { checksumHolds } from "../record/segment.ts";
import { mayHold, mayReplace, newestFirst } from "./by-name.ts";

/** What segments say that matter to a pass, but that it doesn't keep in memory. */
export interface HeldElsewhere {
  /** Loose records that aren't to be folded, since they hold them, or may. */
  readonly ids: ReadonlySet<string>;
  /** Ids of the segments that they replace, or may. */
  readonly replaced: ReadonlySet<string>;
  /** The ids that each of them that was read names as replaced, by its own id. */
  readonly replacements: ReadonlyMap<string, readonly string[]>;
  /** Ids of the listed segments that may be deleted on the strength of what was read. */
  readonly freed: ReadonlySet<string>;
  /** The removed ids that each of them remembers, by its key, with their times. */
  readonly removals: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Whether all of them could be read. */
  readonly isKnown: boolean;
  /** In ms: entries appended later are removed by none of those that there were no calls left for. */
  readonly clearAfter: number;
}

/** Of a list whose segments were all read and kept. */
export const NOTHING_ELSEWHERE: HeldElsewhere = {
  ids: new Set(),
  replaced: new Set(),
  replacements: new Map(),
  freed: new Set(),
  removals: new Map(),
  isKnown: true,
  clearAfter: Number.NEGATIVE_INFINITY,
};

/** Collects what segments say, one by one, so that none of them has to stay in memory. */
export interface ElsewhereBuilder {
  add(segment: LoadedSegment): void;
  /** The answer, given those that answered nothing that could be read, and those that weren't asked. */
  finish(unknown: readonly ListedSegment[], unasked: readonly ListedSegment[]): HeldElsewhere;
}

/** Starts from nothing. `isDue` tells the segments on whose strength something may be deleted. */
export function createElsewhere(
  listing: Listing,
  graceMs: number,
  isDue: (segment: ListedSegment) => boolean,
): ElsewhereBuilder {
  const { tombstones, batches, segments } = listing;
  const loose = [...tombstones, ...batches];
  const listed = new Set(segments.map(({ name }) => name.id));
  const ids = new Set<string>();
  const replaced = new Set<string>();
  const replacements = new Map<string, readonly string[]>();
  const freed = new Set<string>();
  const removals = new Map<string, ReadonlyMap<string, number>>();
  return {
    add(one) {
      const { removed, replaces } = one.segment;
      const isHeld = holder([one]);
      for (const { id } of loose) if (isHeld(id)) ids.add(id);
      for (const id of replaces) replaced.add(id);
      replacements.set(one.name.id, replaces);
      const freeing = replaces.filter((id) => listed.has(id));
      if (freeing.length > 0 && isDue(one) && checksumHolds(one.body))
        for (const id of freeing) freed.add(id);
      if (removed.size > 0) removals.set(one.key, removed);
    },
    finish(unknown, unasked) {
      const unread = [...unknown, ...unasked];
      const clearAfter = clearAfterAllOf(unasked, graceMs);
      for (const { id } of batches) if (unread.some((one) => mayHold(one, id))) ids.add(id);
      for (const { id } of loose) if (timeOf(id) <= clearAfter) ids.add(id);
      for (const other of segments)
        if (unread.some((one) => mayReplace(one, other))) replaced.add(other.name.id);
      const isKnown = unread.length === 0;
      return { ids, replaced, replacements, freed, removals, isKnown, clearAfter };
    },
  };
}

/**
 * What a segment remembers as removed was appended before the segment was written. The clocks that say so differ by
 * less than the grace period.
 */
function clearAfterAllOf(unasked: readonly ListedSegment[], graceMs: number): number {
  const [newest] = newestFirst(unasked.filter(({ name }) => name.removedAt > 0));
  return newest === undefined ? Number.NEGATIVE_INFINITY : timeOf(newest.name.id) + graceMs;
}
