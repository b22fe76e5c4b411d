import type { ListedLoose, ListedSegment } from "../listing-builder.ts";
import { holder, type LoadedSegment } from "../load-segments.ts";
import { takeBytes } from "./by-name.ts";

/** The share of memory for such on whose strength loose records can be deleted; the newest need some, to be joined. */
const FREEING_MEMORY_SHARE = 0.6;

/**
 * Of the segments that were read, those to keep in memory: all where they fit, else first those on whose strength loose
 * records can be deleted, as far as their share reaches, then the others as they came. Pure.
 */
export function chooseKept(
  segments: readonly LoadedSegment[],
  maxBytes: number,
  loose: readonly ListedLoose[],
  isDue: (segment: ListedSegment) => boolean,
): readonly LoadedSegment[] {
  const bytes = segments.reduce((sum, { name }) => sum + name.bytes, 0);
  if (bytes <= maxBytes) return segments;
  const freeing = segments.filter(freesMore(loose, isDue));
  const first = new Set(takeBytes(freeing, maxBytes * FREEING_MEMORY_SHARE));
  return takeBytes([...first, ...segments.filter((one) => !first.has(one))], maxBytes);
}

/** Tells segments that are due and hold loose records which those asked about earlier don't hold. */
function freesMore(
  loose: readonly ListedLoose[],
  isDue: (segment: ListedSegment) => boolean,
): (segment: LoadedSegment) => boolean {
  let left = loose;
  return (one) => {
    if (!isDue(one)) return false;
    const isHeld = holder([one]);
    const before = left.length;
    left = left.filter(({ id }) => !isHeld(id));
    return left.length < before;
  };
}
