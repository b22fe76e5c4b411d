import type { ListedSegment, Listing } from "../listing-builder.ts";
import type { Head } from "../record/head.ts";
import { mayHold, mayReplace, mayShare, newestFirst } from "./by-name.ts";
import { mayExceedCaps } from "./cap.ts";
import { fromRandomPlace } from "./from-random-place.ts";
import type { Pass } from "./pass.ts";

/**
 * The segments that a pass reads: those with removed ids, since whatever it writes, however late, must not hold an entry
 * whose removal was known when it listed; those that may hold a loose record already; those that the head doesn't name
 * as settled, and those written after them, where they may hold the same as another; and all of them where a cap asks
 * for it.
 */
export function wantedSegments(pass: Pass, listing: Listing, head: Head): readonly ListedSegment[] {
  const { segments, batches } = listing;
  const isCapped = mayExceedCaps(listing, pass.context.settings, pass.startedAt);
  const settled = new Set(head.current?.keys ?? []);
  const unsettled = segments.filter(({ key }) => !settled.has(key)).map(({ name }) => name.id);
  const [oldest = "~"] = unsettled.sort();
  return segments.filter(
    (segment) =>
      segment.name.removedAt > 0 ||
      isCapped ||
      (segment.name.id >= oldest && (segment.name.count === 0 || mayShare(segment, segments))) ||
      batches.some(({ id }) => mayHold(segment, id)),
  );
}

/** The share of passes that go for what can be deleted, where not all can be read. */
const FREEING_SHARE = 0.75;

/**
 * Segments in the order in which a pass goes through them, after the newest: mostly those first on whose strength
 * something may be deleted, since under constant load as much must go as comes in; then those with removed ids, the
 * newest first. Each time from a random place on, so that each has its turn.
 */
export function inTurn(
  segments: readonly ListedSegment[],
  listing: Listing,
  isDue: (segment: ListedSegment) => boolean,
  random: number,
): readonly ListedSegment[] {
  const ordered = newestFirst(segments);
  if (random >= FREEING_SHARE)
    return fromRandomPlace(ordered, (random - FREEING_SHARE) / (1 - FREEING_SHARE));
  const mayFree = (segment: ListedSegment) => isDue(segment) && mayFreeSome(segment, listing);
  const others = ordered.filter((segment) => !mayFree(segment));
  return [
    ...fromRandomPlace(ordered.filter(mayFree), random / FREEING_SHARE),
    ...others.filter(({ name }) => name.removedAt > 0),
    ...others.filter(({ name }) => name.removedAt === 0),
  ];
}

/** Whether a segment may hold something that is listed beside it, as far as the names tell. */
function mayFreeSome(segment: ListedSegment, { tombstones, batches, segments }: Listing): boolean {
  const { id, removedAt } = segment.name;
  return (
    batches.some((batch) => mayHold(segment, batch.id)) ||
    (removedAt > 0 && tombstones.some((tombstone) => tombstone.id < id)) ||
    segments.some((other) => mayReplace(segment, other))
  );
}
