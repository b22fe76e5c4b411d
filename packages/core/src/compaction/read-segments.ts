import type { ListedLoose, ListedSegment, Listing } from "../listing-builder.ts";
import {
  holder,
  joinLoaded,
  type LoadedSegment,
  openSegments,
  type SegmentsOfListing,
} from "../load-segments.ts";
import type { Head } from "../record/head.ts";
import { affordableCalls, readingWidth } from "./affordable.ts";
import { newestFirst, takeBytes } from "./by-name.ts";
import { earliestSight, wasSeenBefore } from "./collect.ts";
import { createElsewhere, type HeldElsewhere } from "./held-elsewhere.ts";
import type { Pass } from "./pass.ts";
import { inTurn, wantedSegments } from "./wanted-segments.ts";

/** The segments that a pass has read. */
export interface SegmentsRead {
  /** Those that are kept, and those that answered nothing that can be read. */
  readonly segments: SegmentsOfListing;
  /** What the others say, which memory has no room for. */
  readonly elsewhere: HeldElsewhere;
}

/** The share of the store calls left that may go into this. */
const SEGMENTS_SHARE = 0.5;
/** For the newest segment, and another. */
const LEAST_CALLS = 2;
/** The share of the calls for the newest, on which it depends what may be folded. */
const NEWEST_SHARE = 0.5;
/** The share of the time that is over when the last of them is read, listing included: the rest is for folding. */
const TIME_SHARE = 0.75;
/** The share of memory for those that are kept; what is read at once needs the rest. */
const KEPT_SHARE = 0.75;
/** The share of these for such on whose strength loose records can be deleted. */
const FREEING_SHARE = 0.6;

/**
 * Reads the segments that matter to a pass, a few at a time, and keeps as many as memory holds: those first on whose
 * strength loose records can be deleted. Tells `onOther` of each that isn't kept.
 */
export async function readSegments(
  pass: Pass,
  listing: Listing,
  head: Head,
  maxBytes: number,
  onOther: (segment: LoadedSegment) => void,
): Promise<SegmentsRead> {
  const { settings } = pass.context;
  const { tombstones, batches } = listing;
  const isDue = wasSeenBefore(head, earliestSight(settings, pass.startedAt));
  const loose = [...tombstones, ...batches];
  const calls = Math.max(LEAST_CALLS, affordableCalls(pass, SEGMENTS_SHARE, tombstones, batches));
  const ordered = newestFirst(wantedSegments(pass, listing, head));
  const newest = groupsToRead(pass, ordered, Math.ceil(calls * NEWEST_SHARE));
  const random = (settings.random ?? Math.random)();
  const others = inTurn(ordered.slice(newest.flat().length), listing, isDue, random);
  const groups = groupsToRead(pass, [...newest.flat(), ...others], calls);

  const elsewhere = createElsewhere(listing, settings.graceMs, isDue);
  const asked = new Set<ListedSegment>();
  let segments: SegmentsOfListing = { loaded: [], missing: [], corrupt: new Map(), skipped: [] };
  for (const group of groups) {
    if (!pass.hasTime(TIME_SHARE)) break;
    for (const one of group) asked.add(one);
    const all = joinLoaded(segments, await openSegments(pass.calls, group));
    const kept = fitting(all.loaded, maxBytes * KEPT_SHARE, freeing(isDue, loose));
    for (const one of all.loaded.filter((one) => !kept.includes(one))) {
      elsewhere.add(one);
      onOther(one);
    }
    segments = { ...all, loaded: kept };
  }
  const { missing, corrupt } = segments;
  const unknown = [...missing, ...ordered.filter(({ key }) => corrupt.has(key))];
  const unasked = ordered.filter((one) => !asked.has(one));
  return { segments, elsewhere: elsewhere.finish(unknown, unasked) };
}

/** The first of them, in groups that are read at once, as many as so many calls read. */
function groupsToRead(
  pass: Pass,
  segments: readonly ListedSegment[],
  calls: number,
): readonly (readonly ListedSegment[])[] {
  const { segmentBytes } = pass.context.settings.limits;
  const { perCall, atOnce } = readingWidth(pass);
  const groups: (readonly ListedSegment[])[] = [];
  let left = segments;
  for (let rest = calls; rest > 0 && left.length > 0; ) {
    const group = takeBytes(left.slice(0, Math.min(atOnce, rest * perCall)), segmentBytes);
    groups.push(group);
    rest -= Math.ceil(group.length / perCall);
    left = left.slice(group.length);
  }
  return groups;
}

/** Those that fit: up to a share of them that free something, then the others as they came. */
function fitting(
  segments: readonly LoadedSegment[],
  maxBytes: number,
  frees: (segment: LoadedSegment) => boolean,
): readonly LoadedSegment[] {
  const bytes = segments.reduce((sum, { name }) => sum + name.bytes, 0);
  if (bytes <= maxBytes) return segments;
  const freeing = new Set(takeBytes(segments.filter(frees), maxBytes * FREEING_SHARE));
  return takeBytes([...freeing, ...segments.filter((one) => !freeing.has(one))], maxBytes);
}

/** Tells segments that are due to have loose records deleted for them which those asked about earlier don't hold. */
function freeing(
  isDue: (segment: ListedSegment) => boolean,
  loose: readonly ListedLoose[],
): (segment: LoadedSegment) => boolean {
  let left = loose;
  return (one) => {
    if (!isDue(one)) return false;
    const isHeld = holder([one]);
    const before = left.length;
    left = left.filter(({ id }) => !isHeld(id));
    return left.length < before;
  };
}
