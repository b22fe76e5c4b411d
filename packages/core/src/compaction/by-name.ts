import type { ListedSegment } from "../listing-builder.ts";

// What the names of segments tell, without opening them.

/** Whether an id lies between the smallest and the largest of a segment. */
export function mayHold({ name }: ListedSegment, id: string): boolean {
  return id >= name.min && id <= name.max;
}

/** Whether their ranges of ids leave room for a common one. */
export function reachesInto({ name }: ListedSegment, { name: other }: ListedSegment): boolean {
  return name.min <= other.max && other.min <= name.max;
}

/** Whether a segment may hold entries that another holds, too. */
export function mayShare(segment: ListedSegment, others: readonly ListedSegment[]): boolean {
  return others.some((other) => other.key !== segment.key && reachesInto(segment, other));
}

/** Whether two segments seem to hold the same entries, as those do that two passes at once wrote. */
export function areTwins({ name }: ListedSegment, { name: other }: ListedSegment): boolean {
  const isSame = name.min === other.min && name.max === other.max && name.count === other.count;
  return isSame && name.count > 0 && name.id !== other.id;
}

/** Whether a segment may have been made of another: of one that holds nothing any more, any may. */
export function mayReplace({ name }: ListedSegment, { name: other }: ListedSegment): boolean {
  const isVoid = other.count === 0 && other.removedAt === 0;
  return other.id < name.id && (isVoid || (other.min >= name.min && other.max <= name.max));
}

/** The first of them that fit, but one at least. */
export function takeBytes<One extends ListedSegment>(
  segments: readonly One[],
  maxBytes: number,
): readonly One[] {
  let bytes = 0;
  const end = segments.findIndex(({ name }, index) => {
    bytes += name.bytes;
    return index > 0 && bytes > maxBytes;
  });
  return end < 0 ? segments : segments.slice(0, end);
}
