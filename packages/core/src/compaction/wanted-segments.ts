import type { ListedSegment, Listing } from "../listing-builder.ts";
import type { Head } from "../record/head.ts";
import { mayExceedCaps } from "./cap.ts";
import { earliestSight, wasSeenBefore } from "./collect.ts";
import { fromRandomPlace } from "./from-random-place.ts";
import { mayHold } from "./held-elsewhere.ts";
import type { Pass } from "./pass.ts";

/**
 * Segments that the head doesn't name as settled, and those written after them; those that may hold a loose record
 * already; and all of them where a cap asks for it; as many as memory holds. Segments with removed ids always: whatever
 * this pass writes, however late, must not hold an entry whose removal was known when it listed. Answers which of them
 * to keep in memory, and which to look through one by one.
 */
export function wantedSegments(
  pass: Pass,
  listing: Listing,
  head: Head,
  maxBytes: number,
): { readonly kept: readonly ListedSegment[]; readonly leftOut: readonly ListedSegment[] } {
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
  const random = (settings.random ?? Math.random)();
  const isDue = wasSeenBefore(head, earliestSight(settings, pass.startedAt));
  const mayFree = (segment: ListedSegment) =>
    isDue(segment) &&
    (batches.some(({ id }) => mayHold(segment, id)) ||
      segments.some((other) => mayReplace(segment, other)));
  const kept = new Set([...holders, ...withinBytes(others, maxBytes, random, mayFree)]);
  return { kept: [...kept], leftOut: others.filter((segment) => !kept.has(segment)) };
}

/** Whether a segment may have been made of another, as far as their names tell. */
function mayReplace({ name }: ListedSegment, { name: other }: ListedSegment): boolean {
  return other.id < name.id && other.min >= name.min && other.max <= name.max;
}

/** The share of passes that go for what can be deleted, where memory can't hold all. */
const FREEING_SHARE = 0.75;

/**
 * Half of the bytes for the newest, which name what they replace. The other half mostly for the oldest on whose
 * strength something may be deleted: under constant load as much must go as comes in. Now and then from a random place
 * on instead, so that each has its turn.
 */
function withinBytes(
  segments: readonly ListedSegment[],
  maxBytes: number,
  random: number,
  mayFree: (segment: ListedSegment) => boolean,
): readonly ListedSegment[] {
  const newestFirst = [...segments].sort((one, other) => (one.name.id < other.name.id ? 1 : -1));
  const newest = takeBytes(newestFirst, maxBytes / 2);
  const others = newestFirst.slice(newest.length);
  return [...newest, ...takeBytes(inTurn(others, random, mayFree), maxBytes / 2)];
}

function inTurn(
  newestFirst: readonly ListedSegment[],
  random: number,
  mayFree: (segment: ListedSegment) => boolean,
): readonly ListedSegment[] {
  if (random < FREEING_SHARE) {
    const freeing = newestFirst.filter(mayFree).reverse();
    return [...freeing, ...newestFirst.filter((segment) => !mayFree(segment))];
  }
  return fromRandomPlace(newestFirst, (random - FREEING_SHARE) / (1 - FREEING_SHARE));
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
