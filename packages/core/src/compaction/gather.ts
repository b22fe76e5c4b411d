import { ListError } from "../errors.ts";
import { headKey } from "../key.ts";
import { isTooSlow, listKeys } from "../listing.ts";
import type { ListedSegment, Listing } from "../listing-builder.ts";
import { type LoadedList, loadList } from "../load.ts";
import { reportCorrupt, reportForeign } from "../read.ts";
import { decodeHead, type Head } from "../record/head.ts";
import { mayExceedCaps } from "./cap.ts";
import { chooseOutlived, type OutlivedIds } from "./forget.ts";
import { findHeldElsewhere, mayHold } from "./held-elsewhere.ts";
import { LISTING_SHARE, type Pass } from "./pass.ts";
import { readLoose } from "./read-loose.ts";

/** What a pass has seen, as far as it needs it. */
export interface Gathered extends LoadedList {
  readonly head: Head;
  /** Nothing was left out: every key was listed, and every record that matters was read. */
  readonly complete: boolean;
  /** Batches that aren't to be folded; see {@link findHeldElsewhere}. */
  readonly heldElsewhere: ReadonlySet<string>;
  /** Removed ids older than the retention whose possible carriers were all read. */
  readonly outlived: ReadonlySet<string>;
}

/** Segments read by one pass, as a multiple of the largest one: what a Worker's memory holds. */
const MAX_SEGMENTS_READ = 4;

/** Removed ids are forgotten when the earliest is this old, in retentions: a list that removes all the time is not rewritten all the time. */
const FORGETTING_DUE = 1.25;

const NOTHING_OUTLIVED: OutlivedIds = { ids: new Set(), carriers: [] };

/** Lists the keys, as far as the budget reaches. */
export async function gatherListing(pass: Pass): Promise<Listing> {
  pass.enter("list");
  const { context, calls, maxOperations } = pass;
  const mayGoOn = () =>
    pass.hasListingTime() && calls.remaining() > maxOperations * (1 - LISTING_SHARE);
  const listing = await listKeys(calls, { ...context, mayGoOn });
  reportForeign(context, listing);
  return listing;
}

/** The head, or an empty one where there is none that can be read: it is a hint. */
export async function gatherHead(pass: Pass): Promise<Head> {
  try {
    const record = await pass.calls.get(headKey(pass.context.base));
    const head = record === undefined ? undefined : decodeHead(record);
    if (head?.ok) return head.value;
  } catch (error) {
    if (!(error instanceof ListError) || error.code === "budget-exhausted") throw error;
  }
  return { seen: new Map() };
}

/** Whether some segment holds removed ids that have outlived the retention for long enough to be worth a rewrite. */
export function isForgettingDue(pass: Pass, listing: Listing): boolean {
  const before = pass.startedAt - pass.context.settings.retentionMs * FORGETTING_DUE;
  return listing.segments.some(({ name }) => name.removedAt > 0 && name.removedAt < before);
}

/** Reads the records that this pass may act on: loose ones, and the segments that may hold them or replace each other. */
export async function gatherRecords(pass: Pass, listing: Listing, head: Head): Promise<Gathered> {
  pass.enter("load");
  const { context, calls } = pass;
  const { settings } = context;
  const maxBytes = MAX_SEGMENTS_READ * settings.limits.segmentBytes;
  const wanted = wantedSegments(pass, listing, head, maxBytes);
  const tombstones = await readLoose(pass, listing.tombstones, maxBytes);
  const batches = await readLoose(pass, listing.batches, maxBytes);
  const loose = { ...listing, tombstones, batches };
  let loaded = await loadList(calls, settings, { ...loose, segments: wanted }, "load-held");
  const random = (settings.random ?? Math.random)();
  const outlived = isForgettingDue(pass, listing)
    ? chooseOutlived(loaded.segments, listing.segments, forgetBefore(pass), maxBytes, random)
    : NOTHING_OUTLIVED;
  if (outlived.carriers.length > 0) {
    const segments = [...wanted, ...outlived.carriers];
    loaded = await loadList(calls, settings, { ...loose, segments }, "load-held");
  }
  reportCorrupt(context, loaded.corrupt);
  const isRead = new Set(loaded.segments.map(({ key }) => key));
  const unread = listing.segments.filter(({ key }) => !isRead.has(key));
  const heldElsewhere = await findHeldElsewhere(pass, batches, unread);
  const isAllLoose =
    tombstones.length === listing.tombstones.length && batches.length === listing.batches.length;
  const isAllRead = loaded.gone.length + loaded.tooYoung.length + loaded.corrupt.size === 0;
  return {
    ...loaded,
    listing,
    head,
    heldElsewhere: heldElsewhere.ids,
    complete:
      listing.complete &&
      !isTooSlow(listing, settings) &&
      isAllLoose &&
      isAllRead &&
      heldElsewhere.isKnown,
    outlived: outlived.ids,
  };
}

function forgetBefore(pass: Pass): number {
  return pass.startedAt - pass.context.settings.retentionMs;
}

/**
 * Segments that the head doesn't name as settled, and those written after them; those that may hold a loose record
 * already; and all of them where a cap asks for it; as many as memory holds. Segments with removed ids always: whatever
 * this pass writes, however late, must not hold an entry whose removal was known when it listed.
 */
function wantedSegments(
  pass: Pass,
  listing: Listing,
  head: Head,
  maxBytes: number,
): readonly ListedSegment[] {
  const { segments, batches } = listing;
  const { settings } = pass.context;
  const isCapped = mayExceedCaps(listing, settings, pass.startedAt);
  const settled = new Set(head.current?.keys ?? []);
  const unsettled = segments.filter(({ key }) => !settled.has(key)).map(({ name }) => name.id);
  const [oldest = "~"] = unsettled.sort();
  const holders = segments.filter(({ name }) => name.removedAt > 0);
  const others = segments.filter((segment) => {
    if (segment.name.removedAt > 0) return false;
    return isCapped || segment.name.id >= oldest || batches.some(({ id }) => mayHold(segment, id));
  });
  return [...holders, ...withinBytes(others, maxBytes, (settings.random ?? Math.random)())];
}

/** Half of the bytes for the newest, which name what they replace; half from a random place on, so that each has its turn. */
function withinBytes(
  segments: readonly ListedSegment[],
  maxBytes: number,
  random: number,
): readonly ListedSegment[] {
  const newestFirst = [...segments].sort((one, other) => (one.name.id < other.name.id ? 1 : -1));
  const newest = takeBytes(newestFirst, maxBytes / 2);
  const others = newestFirst.slice(newest.length);
  const start = Math.floor(random * others.length);
  return [
    ...newest,
    ...takeBytes([...others.slice(start), ...others.slice(0, start)], maxBytes / 2),
  ];
}

/** The first of them that fit, but one at least. */
function takeBytes(segments: readonly ListedSegment[], maxBytes: number): readonly ListedSegment[] {
  let bytes = 0;
  const end = segments.findIndex(({ name }, index) => {
    bytes += name.bytes;
    return index > 0 && bytes > maxBytes;
  });
  return end < 0 ? segments : segments.slice(0, end);
}
