import type { LoadedBatch, LoadedTombstone } from "../load.ts";
import type { LoadedSegment } from "../load-segments.ts";

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
  const absorbed = new Set<string>();
  const removed = new Set<string>();
  const replaced = new Set<string>();
  for (const { segment } of segments) {
    for (const { id } of segment.entries) absorbed.add(id);
    for (const id of segment.absorbed) absorbed.add(id);
    for (const id of segment.removed.keys()) removed.add(id);
    for (const id of segment.replaces) replaced.add(id);
  }
  return {
    holdsBatch: ({ entries }) => entries.every(({ id }) => absorbed.has(id)),
    holdsTombstone: ({ id, ids }) =>
      absorbed.has(id) && ids.every((removedId) => removed.has(removedId)),
    replaces: (segmentId) => replaced.has(segmentId),
  };
}
