import type { LoadedSegment } from "../load-segments.ts";

/**
 * Pairs of segments that hold the same entries, as two passes at once leave them: each pair is to become one. Where
 * both hold exactly the same, `coin` decides whether this pass joins them: two passes that always run together would
 * otherwise rewrite each other's work for ever. Pure.
 */
export function planJoining(
  live: readonly LoadedSegment[],
  segmentBytes: number,
  coin: () => boolean,
): readonly (readonly string[])[] {
  const groups: string[][] = [];
  const taken = new Set<string>();
  for (const [index, left] of live.entries()) {
    const partner = live
      .slice(index + 1)
      .find((right) => !taken.has(right.name.id) && overlaps(left, right));
    if (taken.has(left.name.id) || partner === undefined) continue;
    if (left.name.bytes > segmentBytes || partner.name.bytes > segmentBytes) continue;
    if (isSame(left, partner) && !coin()) continue;
    groups.push([left.name.id, partner.name.id]);
    taken.add(left.name.id).add(partner.name.id);
  }
  return groups;
}

/** Whether they share half the entries, or more, of the smaller one. */
function overlaps(left: LoadedSegment, right: LoadedSegment): boolean {
  if (left.name.min > right.name.max || right.name.min > left.name.max) return false;
  return (
    2 * sharedCount(left, right) >=
    Math.max(1, Math.min(left.segment.entries.length, right.segment.entries.length))
  );
}

function isSame(left: LoadedSegment, right: LoadedSegment): boolean {
  const counts = [left, right].map(({ segment }) => segment.entries.length);
  return (
    counts[0] === counts[1] &&
    sharedCount(left, right) === counts[0] &&
    left.segment.removed.size === right.segment.removed.size
  );
}

function sharedCount(left: LoadedSegment, right: LoadedSegment): number {
  const ids = new Set(left.segment.entries.map(({ id }) => id));
  return right.segment.entries.filter(({ id }) => ids.has(id)).length;
}
