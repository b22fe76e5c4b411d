import type { ListedSegment, Listing } from "../listing-builder.ts";
import type { Head } from "../record/head.ts";
import { areTwins, mayHold, mayReplace, mayShare } from "./by-name.ts";
import { fromRandomPlace } from "./from-random-place.ts";

/**
 * The segments that a pass reads: those with removed ids, since whatever it writes, however late, must not hold an
 * entry whose removal was known when it listed; those that may hold a loose record already; those that the head doesn't
 * name as settled, and those written after them, where they may hold the same as another; those that look like twins,
 * which a pass may have left as they were; and all of them where a cap asks for it.
 */
export function wantedSegments(
  { segments, batches }: Listing,
  head: Head,
  isCapped: boolean,
): readonly ListedSegment[] {
  if (isCapped) return segments;
  const settled = new Set(head.current?.keys ?? []);
  const unsettled = segments.filter(({ key }) => !settled.has(key)).map(({ name }) => name.id);
  const [oldest = "~"] = unsettled.sort();
  const mayMatter = (one: ListedSegment) =>
    one.name.count === 0 ||
    mayShare(one, segments) ||
    segments.some((other) => mayReplace(one, other));
  return segments.filter(
    (segment) =>
      segment.name.removedAt > 0 ||
      (segment.name.id >= oldest && mayMatter(segment)) ||
      segments.some((other) => areTwins(segment, other)) ||
      batches.some(({ id }) => mayHold(segment, id)),
  );
}

/** The share of passes that go for what can be deleted, where not all can be read. */
const FREEING_PASSES = 0.75;

/**
 * The order in which segments are read that come after the newest. Mostly those first on whose strength something may
 * be deleted, from a random place on, since under constant load as much must go as comes in; then those with removed
 * ids, then the others. In a quarter of the passes all of them from a random place on, so that each has its turn.
 */
export function inTurn(
  newestFirst: readonly ListedSegment[],
  listing: Listing,
  isDue: (segment: ListedSegment) => boolean,
  random: number,
): readonly ListedSegment[] {
  if (random >= FREEING_PASSES)
    return fromRandomPlace(newestFirst, (random - FREEING_PASSES) / (1 - FREEING_PASSES));
  const mayFree = (segment: ListedSegment) => isDue(segment) && mayFreeSome(segment, listing);
  const others = newestFirst.filter((segment) => !mayFree(segment));
  return [
    ...fromRandomPlace(newestFirst.filter(mayFree), random / FREEING_PASSES),
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
