import type { ListedSegment, Listing } from "../listing-builder.ts";
import {
  joinLoaded,
  type LoadedSegment,
  newestFirst,
  openSegments,
  replacedBy,
  type SegmentsOfListing,
} from "../load-segments.ts";
import type { Head } from "../record/head.ts";
import { affordableCalls, readingWidth } from "./affordable.ts";
import { mayShare, takeBytes } from "./by-name.ts";
import { mayExceedCaps } from "./cap.ts";
import { isDueIn } from "./collect.ts";
import { allowanceMs, createElsewhere, type HeldElsewhere } from "./held-elsewhere.ts";
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
  const isDue = isDueIn(pass, head);
  const isCapped = mayExceedCaps(listing, settings, pass.startedAt);
  const random = (settings.random ?? Math.random)();
  const { perCall } = readingWidth(pass);
  const calls = Math.max(LEAST_CALLS, affordableCalls(pass, SEGMENTS_SHARE, tombstones, batches));
  const elsewhere = createElsewhere(listing, allowanceMs(settings), isDue);
  const skimmed: LoadedSegment[] = [];
  const replaced = new Set<string>();
  const isNeeded = (one: ListedSegment) => !replaced.has(one.name.id) || mayKnowMore(pass, one);
  let segments: SegmentsOfListing = { loaded: [], missing: [], corrupt: new Map(), skipped: [] };
  let unasked = newestFirst(wantedSegments(listing, head, isCapped));
  const forOthers = Math.floor(calls * (1 - NEWEST_SHARE));
  let areNewest = true;
  for (let left = calls; left > 0 && unasked.length > 0; ) {
    if (!pass.hasShareOfTime(TIME_SHARE)) break;
    if (areNewest)
      unasked = [...unasked.filter(isNeeded), ...unasked.filter((one) => !isNeeded(one))];
    if (areNewest && left <= forOthers) {
      areNewest = false;
      unasked = inTurn(unasked, listing, isDue, random);
    }
    const group = nextGroup(pass, unasked, areNewest ? left - forOthers : left);
    left -= Math.ceil(group.length / perCall);
    unasked = unasked.slice(group.length);
    const opened = await openSegments(pass.calls, group);
    for (const id of replacedBy(opened.loaded)) replaced.add(id);
    const all = joinLoaded(segments, opened);
    const kept = chooseKept(all.loaded, maxBytes * KEPT_SHARE, loose, isDue);
    for (const one of all.loaded.filter((one) => !kept.includes(one))) {
      elsewhere.add(one);
      if (isCapped || mayShare(one, listing.segments)) skimmed.push(withoutValues(one));
    }
    segments = { ...all, loaded: kept };
  }
  unasked = unasked.filter((one) => isCapped || isNeeded(one));
  if (unasked.length > 0)
    pass.tally.stopped ??= pass.hasShareOfTime(TIME_SHARE) ? "operations" : "time";
  const { missing, corrupt } = segments;
  const unknown = [...missing, ...listing.segments.filter(({ key }) => corrupt.has(key))];
  return { segments, skimmed, elsewhere: elsewhere.finish(unknown, unasked) };
}

/** As many of the first as are read at once. */
function nextGroup(
  pass: Pass,
  segments: readonly ListedSegment[],
  calls: number,
): readonly ListedSegment[] {
  const { perCall, atOnce } = readingWidth(pass);
  const { segmentBytes } = pass.context.settings.limits;
  return takeBytes(segments.slice(0, Math.min(atOnce, calls * perCall)), segmentBytes);
}

/** Whether a segment may remember removed ids that the one which replaces it has forgotten. */
function mayKnowMore({ startedAt, context }: Pass, { name }: ListedSegment): boolean {
  const { retentionMs } = context.settings;
  return (
    name.removedAt > 0 && name.removedAt < startedAt - retentionMs + allowanceMs(context.settings)
  );
}

function withoutValues(loaded: LoadedSegment): LoadedSegment {
  const entries = loaded.segment.entries.map((entry) => ({ ...entry, value: null }));
  return { ...loaded, body: null, segment: { ...loaded.segment, entries } };
}
