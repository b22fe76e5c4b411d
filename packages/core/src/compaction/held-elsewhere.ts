import type { ListedLoose, ListedSegment } from "../listing-builder.ts";
import { openSegments } from "../load-segments.ts";
import type { Pass } from "./pass.ts";

/** Batches that aren't to be folded, since segments hold them that the pass doesn't keep in memory. */
export interface HeldElsewhere {
  readonly ids: ReadonlySet<string>;
  /** Whether all such segments could be read; else `ids` has all that they may hold. */
  readonly isKnown: boolean;
}

/** The share of the store calls left that may go into this. */
const READING_SHARE = 0.25;

/**
 * Looks for batches in the segments that memory has no room for beside the others, one segment at a time. What is folded
 * again would stand in two segments; a later pass, which reads that segment, deletes the batch.
 */
export async function findHeldElsewhere(
  pass: Pass,
  batches: readonly ListedLoose[],
  unread: readonly ListedSegment[],
): Promise<HeldElsewhere> {
  const ids = new Set<string>();
  let isKnown = true;
  let reads = Math.floor(pass.calls.remaining() * READING_SHARE);
  for (const segment of unread) {
    const inRange = batches.filter(({ id }) => mayHold(segment, id));
    if (inRange.length === 0) continue;
    const opened = reads-- > 0 ? await openSegments(pass.calls, [segment]) : undefined;
    const entries = opened?.loaded[0]?.segment.entries;
    if (entries === undefined) isKnown = false;
    const held = entries && new Set(entries.map(({ id }) => id));
    for (const { id } of inRange) if (held === undefined || held.has(id)) ids.add(id);
  }
  return { ids, isKnown };
}

/** Whether an id lies between the smallest and the largest of a segment. */
export function mayHold({ name }: ListedSegment, id: string): boolean {
  return id >= name.min && id <= name.max;
}
