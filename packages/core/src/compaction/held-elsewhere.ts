import { MAX_DATED_AHEAD_MS } from "../clock.ts";
import { timeOf } from "../entry.ts";
import type { ListedSegment, Listing } from "../listing-builder.ts";
import { holder, type LoadedSegment } from "../load-segments.ts";
import { checksumHolds } from "../record/segment.ts";
import type { Settings } from "../settings.ts";
import { mayHold, mayReplace } from "./by-name.ts";
import { latestOf } from "./times.ts";

/** What the segments say that a pass skimmed: read, and not kept in memory. */
export interface HeldElsewhere {
  /** Ids of loose records that those which were read hold. */
  readonly held: ReadonlySet<string>;
  /**
   * Ids of loose records that aren't to be folded: those that they hold, or may hold, and those whose removal one that
   * wasn't read may remember.
   */
  readonly notToFold: ReadonlySet<string>;
  /** Ids of the segments that they replace, or may. */
  readonly replaced: ReadonlySet<string>;
  /** The ids that each of them that was read names as replaced, by its own id. */
  readonly replacements: ReadonlyMap<string, readonly string[]>;
  /** Ids of the listed segments that may be deleted on the strength of what was read. */
  readonly freed: ReadonlySet<string>;
  /** The removed ids that each of them remembers, by its own id, with their times. */
  readonly removals: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Whether all of them could be read. */
  readonly isKnown: boolean;
  /** In ms: entries appended later are removed by none of those that weren't read for want of calls or time. */
  readonly clearAfter: number;
}

/** Of a list whose segments were all read and kept. */
export const NOTHING_ELSEWHERE: HeldElsewhere = {
  held: new Set(),
  notToFold: new Set(),
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

/** How much later than its removal an entry may be dated. */
export function allowanceMs({ graceMs }: Pick<Settings, "graceMs">): number {
  return Math.max(graceMs, MAX_DATED_AHEAD_MS);
}

/** Starts from nothing. `isDue` tells the segments on whose strength something may be deleted. */
export function createElsewhere(
  listing: Listing,
  allowedMs: number,
  isDue: (segment: ListedSegment) => boolean,
): ElsewhereBuilder {
  const { tombstones, batches, segments } = listing;
  const loose = [...tombstones, ...batches];
  const listed = new Set(segments.map(({ name }) => name.id));
  const held = new Set<string>();
  const replaced = new Set<string>();
  const replacements = new Map<string, readonly string[]>();
  const freed = new Set<string>();
  const removals = new Map<string, ReadonlyMap<string, number>>();
  return {
    add(one) {
      const { removed, replaces } = one.segment;
      const isHeld = holder([one]);
      for (const { id } of loose) if (isHeld(id)) held.add(id);
      for (const id of replaces) replaced.add(id);
      replacements.set(one.name.id, replaces);
      const freeing = replaces.filter((id) => listed.has(id));
      if (freeing.length > 0 && isDue(one) && checksumHolds(one.body))
        for (const id of freeing) freed.add(id);
      if (removed.size > 0) removals.set(one.name.id, removed);
    },
    finish(unknown, unasked) {
      const unread = [...unknown, ...unasked];
      const notToFold = new Set(held);
      const clearAfter = clearAfterAllOf(unasked, allowedMs);
      for (const { id } of batches) if (unread.some((one) => mayHold(one, id))) notToFold.add(id);
      for (const { id } of loose) if (timeOf(id) <= clearAfter) notToFold.add(id);
      for (const other of segments)
        if (unread.some((one) => mayReplace(one, other))) replaced.add(other.name.id);
      const isKnown = unread.length === 0;
      return { held, notToFold, replaced, replacements, freed, removals, isKnown, clearAfter };
    },
  };
}

/**
 * What a segment remembers as removed was appended before the segment was written. One that can't be read, by this pass
 * or any, doesn't count: folding would stop for good.
 */
function clearAfterAllOf(unasked: readonly ListedSegment[], allowedMs: number): number {
  const holders = unasked.filter(({ name }) => name.removedAt > 0);
  return latestOf(holders.map(({ name }) => timeOf(name.id))) + allowedMs;
}
