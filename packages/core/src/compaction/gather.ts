import { timeOf } from "../entry.ts";
import { ListError } from "../errors.ts";
import { headKey } from "../key.ts";
import { isTooSlow, listKeys } from "../listing.ts";
import type { Listing } from "../listing-builder.ts";
import { type LoadedList, loadList } from "../load.ts";
import type { LoadedSegment } from "../load-segments.ts";
import { reportCorrupt, reportForeign } from "../read.ts";
import { decodeHead, type Head } from "../record/head.ts";
import { isForgettingDue, withCarriers } from "./gather-outlived.ts";
import { allowanceMs, type HeldElsewhere } from "./held-elsewhere.ts";
import { LISTING_SHARE, type Pass } from "./pass.ts";
import { readLoose } from "./read-loose.ts";
import { readSegments } from "./read-segments.ts";
import { latestOf } from "./times.ts";
import { wantedLoose } from "./wanted-loose.ts";
import { without } from "./without.ts";

/** What a pass has seen, as far as it needs it. */
export interface Gathered extends LoadedList {
  readonly head: Head;
  /** Nothing was left out: every key was listed, and every record that matters was read. */
  readonly complete: boolean;
  readonly heldElsewhere: HeldElsewhere;
  /**
   * Segments that were read and not kept, without their values: those that may hold the same as another, and all where
   * a cap may shorten the list.
   */
  readonly skimmed: readonly LoadedSegment[];
  /** In ms: entries appended later are removed by nothing that wasn't read. */
  readonly clearAfter: number;
  /** Removed ids older than the retention whose possible carriers were all read. */
  readonly outlived: ReadonlySet<string>;
}

/** Segments in memory at once, as a multiple of the largest one: what a Worker's memory holds. */
const MAX_SEGMENTS_IN_MEMORY = 4;

/** Lists the keys, as far as the budget reaches. */
export async function gatherListing(pass: Pass): Promise<Listing> {
  pass.enter("list");
  const { context, calls, maxOperations } = pass;
  const mayGoOn = () =>
    pass.hasShareOfTime(LISTING_SHARE) && calls.remaining() > maxOperations * (1 - LISTING_SHARE);
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

/**
 * Reads the records that this pass may act on: loose ones, and the segments that may hold them or replace each other.
 */
export async function gatherRecords(pass: Pass, listing: Listing, head: Head): Promise<Gathered> {
  pass.enter("load");
  const { context, calls } = pass;
  const { settings } = context;
  const maxBytes = MAX_SEGMENTS_IN_MEMORY * settings.limits.segmentBytes;
  const { segments, skimmed, elsewhere } = await readSegments(pass, listing, head, maxBytes);
  const wanted = wantedLoose(pass, listing, head, segments.loaded, elsewhere);
  const tombstones = await readLoose(pass, wanted.tombstones, maxBytes, wanted.batches);
  const batches = await readLoose(pass, wanted.batches, maxBytes);
  const loose = { ...listing, tombstones, batches };
  const loaded = await loadList(calls, settings, loose, "load-held", segments);
  reportCorrupt(context, loaded.corrupt);
  const unread = without(wanted.tombstones, tombstones);
  const isAllAsked =
    listing.complete && !unread.some(wanted.isUseful) && batches.length === wanted.batches.length;
  if (!isAllAsked) pass.tally.stopped ??= "operations";
  const isAllRead = loaded.gone.length + loaded.tooYoung.length + loaded.corrupt.size === 0;
  const complete = isAllAsked && !isTooSlow(listing, settings) && isAllRead && elsewhere.isKnown;
  const unheld = unread.filter(({ id }) => !wanted.isHeld(id));
  const clearAfterUnheld = latestOf(unheld.map(({ id }) => timeOf(id))) + allowanceMs(settings);
  const gathered: Gathered = {
    ...loaded,
    listing,
    head,
    heldElsewhere: elsewhere,
    skimmed,
    complete,
    clearAfter: Math.max(elsewhere.clearAfter, clearAfterUnheld),
    outlived: new Set(),
  };
  return complete && unread.length === 0 && isForgettingDue(pass, listing)
    ? await withCarriers(pass, gathered, loose, segments, maxBytes)
    : gathered;
}
