import type { LoadedBatch, LoadedTombstone } from "../load.ts";
import { holder, type LoadedSegment, replacedBy } from "../load-segments.ts";

/**
 * What a set of segments holds. A key is deleted only where segments that were read back, in this pass, hold all of it.
 */
export interface Cover {
  holdsBatch(batch: LoadedBatch): boolean;
  holdsTombstone(tombstone: LoadedTombstone): boolean;
  /** Whether one of the segments names this one as replaced. */
  replaces(segmentId: string): boolean;
}

/** The cover of `segments`. */
export function createCover(segments: readonly LoadedSegment[]): Cover {
  const isHeld = holder(segments);
  const isRemoved = (id: string) => segments.some(({ segment }) => segment.removed.has(id));
  const replaced = replacedBy(segments);
  return {
    holdsBatch: ({ entries }) => entries.every(({ id }) => isHeld(id)),
    holdsTombstone: ({ id, ids }) => isHeld(id) && ids.every(isRemoved),
    replaces: (segmentId) => replaced.has(segmentId),
  };
}
