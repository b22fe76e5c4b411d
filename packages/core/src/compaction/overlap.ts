import type { LoadedSegment } from "../load-segments.ts";
import { reachesInto } from "./by-name.ts";

/** What decides besides the segments. */
export interface JoinSettings {
  readonly segmentBytes: number;
  /** Whether a segment is so young that a pass which runs at the same time may be about to join it, too. */
  readonly isYoung: (segment: LoadedSegment) => boolean;
  /** Drawn for each group: passes that always run together would else rewrite each other's work. */
  readonly random: () => number;
}

/** Segments that hold the same, by their ids. */
export interface JoinPlan {
  /** Groups of which each is to become one segment. */
  readonly joined: readonly (readonly string[])[];
  /** Members of groups that are left as they are by chance, and mustn't be joined for another reason. */
  readonly declined: readonly string[];
}

/**
 * How many of the passes that seem to run at once join a group, on average: as many as the group has members wrote it.
 * Fewer while one of it is young, since another pass may just have joined it.
 */
const JOINING_PASSES = 1.8;
const JOINING_YOUNG_PASSES = 1;

/** A joined segment may be as large as two of the largest: one record holds them. */
const JOINED_SEGMENTS = 2;

/**
 * Groups of segments that hold the same entries, as passes at once leave them: each group is to become one segment. A
 * group is all that overlaps, since several passes that each joined pairs would leave more segments than they found.
 * Pure.
 */
export function planJoining(
  live: readonly LoadedSegment[],
  { segmentBytes, isYoung, random }: JoinSettings,
): JoinPlan {
  const joined: string[][] = [];
  const declined: string[] = [];
  let left = live.filter(({ name }) => name.bytes <= segmentBytes);
  while (left.length > 0) {
    const group = groupOf(left, JOINED_SEGMENTS * segmentBytes);
    left = left.filter((segment) => !group.includes(segment));
    if (group.length <= 1) continue;
    const ids = group.map(({ name }) => name.id);
    const joining = group.some(isYoung) ? JOINING_YOUNG_PASSES : JOINING_PASSES;
    if (random() < joining / group.length) joined.push(ids);
    else declined.push(...ids);
  }
  return { joined, declined };
}

/** The first segment, and all others that overlap with it or with each other, as far as they fit together. */
function groupOf(segments: readonly LoadedSegment[], maxBytes: number): readonly LoadedSegment[] {
  const [first, ...others] = segments;
  if (first === undefined) return [];
  const group = [first];
  // Mostly nothing reaches into the first one's range: then no id has to be looked at.
  if (!others.some((segment) => reachesInto(segment, first))) return group;
  const ids = new Set(idsOf(first));
  let bytes = first.name.bytes;
  for (let size = 0; size < group.length; ) {
    size = group.length;
    for (const segment of segments) {
      if (group.includes(segment) || !group.some((one) => reachesInto(segment, one))) continue;
      const own = idsOf(segment);
      const shared = own.filter((id) => ids.has(id)).length;
      const addedBytes = segment.name.bytes * (1 - shared / Math.max(1, own.length));
      if (!overlaps(shared, own.length, ids.size) || bytes + addedBytes > maxBytes) continue;
      group.push(segment);
      bytes += addedBytes;
      for (const id of own) ids.add(id);
    }
  }
  return group;
}

/** Whether they share half the entries, or more, of the smaller one. */
function overlaps(shared: number, left: number, right: number): boolean {
  return 2 * shared >= Math.max(1, Math.min(left, right));
}

function idsOf({ segment }: LoadedSegment): readonly string[] {
  return segment.entries.map(({ id }) => id);
}
