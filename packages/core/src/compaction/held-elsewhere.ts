import type { ListedLoose, ListedSegment } from "../listing-builder.ts";
import { type LoadedSegment, openSegments } from "../load-segments.ts";
import type { Pass } from "./pass.ts";

/** What those segments say that matter to a pass, but that it doesn't keep in memory. */
export interface HeldElsewhere {
  /** Batches that aren't to be folded, since they hold them. */
  readonly ids: ReadonlySet<string>;
  /** Ids of the segments that they replace. */
  readonly replaced: ReadonlySet<string>;
  /** Whether all of them could be read; else `ids` has all that they may hold. */
  readonly isKnown: boolean;
}

/** The share of the store calls left that may go into this. */
const READING_SHARE = 0.25;

/**
 * Looks through the segments that memory has no room for beside the others, or that couldn't be read, one at a time. A
 * batch of theirs that is folded again would stand in two segments, and so would all of a segment that they replace and
 * that is joined again; a later pass, which keeps that segment, deletes them.
 */
export async function findHeldElsewhere(
  pass: Pass,
  batches: readonly ListedLoose[],
  unread: readonly ListedSegment[],
  onSegment: (segment: LoadedSegment) => void,
): Promise<HeldElsewhere> {
  const ids = new Set<string>();
  const replaced = new Set<string>();
  let isKnown = true;
  let reads = Math.floor(pass.calls.remaining() * READING_SHARE);
  for (const segment of unread) {
    const opened = reads-- > 0 ? await openSegments(pass.calls, [segment]) : undefined;
    const [loaded] = opened?.loaded ?? [];
    const content = loaded?.segment;
    if (loaded === undefined) isKnown = false;
    else onSegment(loaded);
    for (const id of content?.replaces ?? []) replaced.add(id);
    const held = content && new Set(content.entries.map(({ id }) => id));
    for (const { id } of batches)
      if (mayHold(segment, id) && (held === undefined || held.has(id))) ids.add(id);
  }
  return { ids, replaced, isKnown };
}

/** Whether an id lies between the smallest and the largest of a segment. */
export function mayHold({ name }: ListedSegment, id: string): boolean {
  return id >= name.min && id <= name.max;
}
