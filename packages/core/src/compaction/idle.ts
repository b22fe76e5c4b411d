import type { ListedSegment } from "../listing-builder.ts";
import { mayShare } from "./by-name.ts";

/**
 * Whether a pass looks at the head of a list: something is loose, or one segment may hold what another holds, or may
 * have replaced it. Where nothing is, the head was right when the last of that went (see `isMisleading`).
 */
export function isLookedAt(loose: readonly unknown[], segments: readonly ListedSegment[]): boolean {
  return loose.length > 0 || !areApart(segments);
}

/** As far as the names tell: what a segment was made of may have held nothing but what it remembers as removed. */
function areApart(segments: readonly ListedSegment[]): boolean {
  if (segments.length <= 1) return true;
  const oldest = segments.reduce((left, right) => (left.name.id < right.name.id ? left : right));
  return segments.every(
    (one) =>
      one.name.count > 0 &&
      (one.name.removedAt === 0 || one.key === oldest.key) &&
      !mayShare(one, segments),
  );
}
