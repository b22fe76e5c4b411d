import type { ListedSegment, Listing } from "../listing-builder.ts";
import {
  joinLoaded,
  type LoadedSegment,
  newestFirst,
  openSegments,
  type SegmentsOfListing,
} from "../load-segments.ts";
import type { Head } from "../record/head.ts";
import { affordableCalls, readingWidth } from "./affordable.ts";
import { mayShare, takeBytes } from "./by-name.ts";
import { mayExceedCaps } from "./cap.ts";
import { earliestSight, wasSeenBefore } from "./collect.ts";
import { createElsewhere, type HeldElsewhere } from "./held-elsewhere.ts";
import { chooseKept } from "./kept-segments.ts";
import type { Pass } from "./pass.ts";
import { inTurn, wantedSegments } from "./wanted-segments.ts";

/** The segments that a pass has read. */
export interface SegmentsRead {
  /** Those that are kept in memory, and those that answered nothing that can be read. */
  readonly segments: SegmentsOfListing;
  /**
   * Of the others, without their values, those that may hold the same as another, and all where a cap may shorten the
   * list.
   */
  readonly skimmed: readonly LoadedSegment[];
  /** What the others say. */
  readonly elsewhere: HeldElsewhere;
}

/** The share of the store calls left that may go into this: as many are left to fold and to delete with. */
const SEGMENTS_SHARE = 0.5;
/** One for the newest, which tells most of what was replaced, and one so that the others have their turn. */
const LEAST_CALLS = 2;
/** The share of these calls for the newest, on which it depends what may be folded. */
const NEWEST_SHARE = 0.5;
/** The share of the time, listing included: the rest is for folding. */
const TIME_SHARE = 0.75;
/** The share of memory for those that are kept; what is read at once needs the rest. */
const KEPT_SHARE = 0.75;

/**
 * Reads the segments that matter to a pass, a few at a time, as far as its calls and its time reach, and keeps as many
 * as memory holds.
 */
export async function readSegments(
  pass: Pass,
  listing: Listing,
  head: Head,
  maxBytes: number,
): Promise<SegmentsRead> {
  const { settings } = pass.context;
  const { tombstones, batches } = listing;
  const loose = [...tombstones, ...batches];
  const isDue = wasSeenBefore(head, earliestSight(settings, pass.startedAt));
  const isCapped = mayExceedCaps(listing, settings, pass.startedAt);
  const wanted = newestFirst(wantedSegments(listing, head, isCapped));
  const elsewhere = createElsewhere(listing, settings.graceMs, isDue);
  const skimmed: LoadedSegment[] = [];
  const asked = new Set<ListedSegment>();
  let segments: SegmentsOfListing = { loaded: [], missing: [], corrupt: new Map(), skipped: [] };
  for (const group of groupsInTurn(pass, listing, wanted, isDue)) {
    if (!pass.hasShareOfTime(TIME_SHARE)) {
      pass.tally.stopped = "time";
      break;
    }
    for (const one of group) asked.add(one);
    const all = joinLoaded(segments, await openSegments(pass.calls, group));
    const kept = chooseKept(all.loaded, maxBytes * KEPT_SHARE, loose, isDue);
    for (const one of all.loaded.filter((one) => !kept.includes(one))) {
      elsewhere.add(one);
      if (isCapped || mayShare(one, listing.segments)) skimmed.push(withoutValues(one));
    }
    segments = { ...all, loaded: kept };
  }
  const { missing, corrupt } = segments;
  const unknown = [...missing, ...wanted.filter(({ key }) => corrupt.has(key))];
  const unasked = wanted.filter((one) => !asked.has(one));
  if (unasked.length > 0) pass.tally.stopped ??= "operations";
  return { segments, skimmed, elsewhere: elsewhere.finish(unknown, unasked) };
}

/** The newest, with a share of the calls, then others in turn, in groups that are read at once. */
function groupsInTurn(
  pass: Pass,
  listing: Listing,
  wanted: readonly ListedSegment[],
  isDue: (segment: ListedSegment) => boolean,
): readonly (readonly ListedSegment[])[] {
  const { tombstones, batches } = listing;
  const calls = Math.max(LEAST_CALLS, affordableCalls(pass, SEGMENTS_SHARE, tombstones, batches));
  const newest = groupsToRead(pass, wanted, Math.ceil(calls * NEWEST_SHARE)).flat();
  const random = (pass.context.settings.random ?? Math.random)();
  const others = inTurn(wanted.slice(newest.length), listing, isDue, random);
  return groupsToRead(pass, [...newest, ...others], calls);
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

function withoutValues(loaded: LoadedSegment): LoadedSegment {
  const entries = loaded.segment.entries.map((entry) => ({ ...entry, value: null }));
  return { ...loaded, body: null, segment: { ...loaded.segment, entries } };
}
