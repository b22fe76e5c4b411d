import type { JsonValue } from "./json.ts";
import type { ListedSegment } from "./listing-builder.ts";
import { type OpenedRecords, openRecords } from "./open-records.ts";
import { decodeSegment, type Segment } from "./record/segment.ts";
import type { StoreCalls } from "./store-calls.ts";

/** A segment with its content. */
export interface LoadedSegment extends ListedSegment {
  readonly segment: Segment;
  readonly body: JsonValue;
}

/** Segments that were asked for: read, answered null, and of unknown shape. */
export type LoadedSegments = OpenedRecords<ListedSegment, LoadedSegment>;

/** Reads segments. */
export async function openSegments(
  calls: StoreCalls,
  listed: readonly ListedSegment[],
): Promise<LoadedSegments> {
  return await openRecords(
    calls,
    listed,
    ({ name }, body) => decodeSegment(name, body),
    (one, segment, body) => ({ ...one, segment, body }),
  );
}

/** The segments of a listing, as far as they were read. */
export interface SegmentsOfListing extends LoadedSegments {
  /** Replaced by one that was read, and not read therefore. */
  readonly skipped: readonly ListedSegment[];
}

/**
 * Reads the newest segment, then those that it doesn't replace. Of those that it does replace, a reader still needs the
 * removed ids: the newest may have forgotten some, and what they hide may still be listed here.
 */
export async function loadSegments(
  calls: StoreCalls,
  listed: readonly ListedSegment[],
  held: "skip-held" | "load-held",
): Promise<SegmentsOfListing> {
  const ordered = newestFirst(listed);
  const newest = await openSegments(calls, ordered.slice(0, 1));
  const known = replacedBy(newest.loaded);
  const isSkipped = ({ name }: ListedSegment) =>
    held === "skip-held" && known.has(name.id) && name.removedAt === 0;
  const others = ordered.slice(1);
  const rest = await openSegments(
    calls,
    others.filter((segment) => !isSkipped(segment)),
  );
  return { ...joinLoaded(newest, rest), skipped: others.filter(isSkipped) };
}

/** By the time at which they were written, the latest first. */
export function newestFirst(segments: readonly ListedSegment[]): readonly ListedSegment[] {
  return [...segments].sort((left, right) => (left.name.id < right.name.id ? 1 : -1));
}

/** Two readings as one. */
export function joinLoaded(left: LoadedSegments, right: LoadedSegments): SegmentsOfListing {
  return {
    loaded: [...left.loaded, ...right.loaded],
    missing: [...left.missing, ...right.missing],
    corrupt: new Map([...left.corrupt, ...right.corrupt]),
    skipped: [],
  };
}

/**
 * Whether the record with this id went into some segment. A record goes into one segment whole, so its own id speaks
 * for it.
 */
export function holder(segments: readonly LoadedSegment[]): (id: string) => boolean {
  let ids: Set<string> | undefined;
  return (id) => {
    if (ids === undefined) {
      ids = new Set();
      for (const { segment } of segments) {
        for (const entry of segment.entries) ids.add(entry.id);
        for (const absorbed of segment.absorbed) ids.add(absorbed);
      }
    }
    return ids.has(id);
  };
}

/** Ids of the segments whose content these hold. */
export function replacedBy(segments: readonly LoadedSegment[]): ReadonlySet<string> {
  return new Set(segments.flatMap(({ segment }) => segment.replaces));
}
