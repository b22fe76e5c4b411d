import { ListError } from "../errors.ts";
import { headKey } from "../key.ts";
import { listKeys } from "../listing.ts";
import type { ListedLoose, ListedSegment, Listing } from "../listing-builder.ts";
import { type LoadedList, loadList } from "../load.ts";
import { listingContext, loadContext, reportCorrupt, reportForeign } from "../read.ts";
import { decodeHead, type Head } from "../record/head.ts";
import { mayExceedCaps } from "./cap.ts";
import { chooseOutlived, type OutlivedIds } from "./forget.ts";
import type { Pass } from "./pass.ts";

/** What a pass has seen, as far as it needs it. */
export interface Gathered extends LoadedList {
  readonly head: Head;
  /** Nothing was left out: every key was listed, and every record that matters was read. */
  readonly complete: boolean;
  /** Removed ids older than the retention whose possible carriers were all read. */
  readonly outlived: ReadonlySet<string>;
}

/** The share of the budget that listing may take: the rest is for what follows from it. */
const LISTING_SHARE = 0.5;
/** The share of what is left then that may go into reading batches, and again into reading tombstones. */
const LOADING_SHARE = 0.25;
/** Segments read by one pass, as a multiple of the largest one: what a Worker's memory holds. */
const MAX_SEGMENTS_READ = 4;

/** Removed ids are forgotten when the earliest is this old, in retentions: a list that removes all the time is not rewritten all the time. */
const FORGETTING_DUE = 1.25;

const NOTHING_OUTLIVED: OutlivedIds = { ids: new Set(), carriers: [] };

/** Lists the keys, as far as the budget reaches. */
export async function gatherListing(pass: Pass): Promise<Listing> {
  pass.enter("list");
  const { context, calls, maxOperations } = pass;
  const mayGoOn = () => pass.hasTime() && calls.remaining() > maxOperations * (1 - LISTING_SHARE);
  const listing = await listKeys(calls, { ...listingContext(context), mayGoOn });
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
  const tombstones = withinBudget(pass, listing.tombstones);
  const batches = withinBudget(pass, listing.batches);
  const loose = { ...listing, tombstones, batches };
  const wanted = wantedSegments(pass, listing, head, maxBytes);
  let loaded = await loadList(
    calls,
    loadContext(context),
    { ...loose, segments: wanted },
    "load-held",
  );
  const random = (settings.random ?? Math.random)();
  const outlived = isForgettingDue(pass, listing)
    ? chooseOutlived(loaded.segments, listing.segments, forgetBefore(pass), maxBytes, random)
    : NOTHING_OUTLIVED;
  if (outlived.carriers.length > 0) {
    const segments = [...wanted, ...outlived.carriers];
    loaded = await loadList(calls, loadContext(context), { ...loose, segments }, "load-held");
  }
  reportCorrupt(context, loaded.corrupt);
  const isAllLoose =
    tombstones.length === listing.tombstones.length && batches.length === listing.batches.length;
  const isAllRead = loaded.gone.length + loaded.tooYoung.length + loaded.corrupt.size === 0;
  return {
    ...loaded,
    listing,
    head,
    complete: listing.complete && isAllLoose && isAllRead,
    outlived: outlived.ids,
  };
}

function forgetBefore(pass: Pass): number {
  return pass.startedAt - pass.context.settings.retentionMs;
}

/**
 * Segments that the head doesn't name as settled, and those written after them; those that may hold a loose record
 * already; and all of them where a cap asks for it. Segments with removed ids always: whatever this pass writes, however
 * late, must not hold an entry whose removal was known when it listed.
 */
function wantedSegments(
  pass: Pass,
  listing: Listing,
  head: Head,
  maxBytes: number,
): readonly ListedSegment[] {
  const { segments, batches } = listing;
  const isCapped = mayExceedCaps(listing, pass.context.settings, pass.startedAt);
  const settled = new Set(head.current?.keys ?? []);
  const unsettled = segments.filter(({ key }) => !settled.has(key)).map(({ name }) => name.id);
  const [oldest = "~"] = unsettled.sort();
  const holders = segments.filter(({ name }) => name.removedAt > 0);
  const others = segments.filter(({ name }) => {
    if (name.removedAt > 0) return false;
    return (
      isCapped || name.id >= oldest || batches.some(({ id }) => id >= name.min && id <= name.max)
    );
  });
  return [...holders, ...withinBytes(others, maxBytes)];
}

/** The newest first: they name what they replace. Those beyond the limit are taken for settled. */
function withinBytes(
  segments: readonly ListedSegment[],
  maxBytes: number,
): readonly ListedSegment[] {
  let left = maxBytes;
  const newestFirst = [...segments].sort((one, other) => (one.name.id < other.name.id ? 1 : -1));
  return newestFirst.filter(({ name }, index) => {
    left -= name.bytes;
    return index === 0 || left >= 0;
  });
}

/** What came with the listing, and as much of the rest as the budget has reads for, oldest first. */
function withinBudget(pass: Pass, listed: readonly ListedLoose[]): readonly ListedLoose[] {
  const { calls, context } = pass;
  const perRead = context.store.getMany === undefined ? 1 : context.settings.limits.bulkGetKeys;
  const mayRead = Math.max(1, Math.floor(calls.remaining() * LOADING_SHARE)) * perRead;
  const apart = listed
    .filter(({ record }) => record === undefined)
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  const leftOut = new Set(apart.slice(mayRead));
  return leftOut.size === 0 ? listed : listed.filter((loose) => !leftOut.has(loose));
}
