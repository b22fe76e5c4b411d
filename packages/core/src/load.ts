import { MAX_DATED_AHEAD_MS } from "./clock.ts";
import { type Entry, timeOf } from "./entry.ts";
import type { ListedLoose, Listing } from "./listing-builder.ts";
import {
  holder,
  joinLoaded,
  type LoadedSegment,
  type LoadedSegments,
  loadSegments,
  openSegments,
  replacedBy,
  type SegmentsOfListing,
} from "./load-segments.ts";
import { openRecords } from "./open-records.ts";
import { decodeBatch } from "./record/batch.ts";
import { decodeTombstone } from "./record/tombstone.ts";
import type { Settings } from "./settings.ts";
import type { StoreCalls } from "./store-calls.ts";

/** A batch with its entries. */
export interface LoadedBatch extends Omit<ListedLoose, "record"> {
  readonly entries: readonly Entry[];
}

/** A tombstone with the ids that it removes. */
export interface LoadedTombstone extends Omit<ListedLoose, "record"> {
  readonly ids: readonly string[];
}

/** The records of a listing, and what of it could not be read. */
export interface LoadedList {
  readonly listing: Listing;
  readonly segments: readonly LoadedSegment[];
  readonly batches: readonly LoadedBatch[];
  readonly tombstones: readonly LoadedTombstone[];
  /** Listed, old enough to be promised, answered null, and in no segment that was read. */
  readonly gone: readonly string[];
  /** Listed, answered null, and too young to be promised. */
  readonly tooYoung: readonly string[];
  /** Records whose shape is unknown, with why. */
  readonly corrupt: ReadonlyMap<string, string>;
}

/** What decides whether a null answer is innocent. */
export type LoadContext = Pick<Settings, "clock" | "stalenessMs" | "graceMs">;

/**
 * Reads the records of a listing: the newest segment first, since it names those that it replaces, then the other
 * segments, then the batches and tombstones that didn't come with the listing and that no segment holds.
 *
 * A listed key that answers null is never skipped in silence. Innocent are: what a segment that was read holds or
 * replaces; a batch or tombstone younger than the staleness window; a segment younger than half the grace period,
 * beside which all that it replaces still stands. A pass also loads what segments hold ("load-held"), to compare them,
 * and has `read` the segments before.
 */
export async function loadList(
  calls: StoreCalls,
  context: LoadContext,
  listing: Listing,
  held: "skip-held" | "load-held" = "skip-held",
  read?: SegmentsOfListing,
): Promise<LoadedList> {
  let segments = read ?? (await loadSegments(calls, listing.segments, held));
  const isHeldByThem = holder(segments.loaded);
  const isWanted = ({ id, record }: ListedLoose) =>
    held === "load-held" || record !== undefined || !isHeldByThem(id);
  const tombstones = await openRecords(
    calls,
    listing.tombstones.filter(isWanted),
    (_, record) => decodeTombstone(record),
    ({ key, ref, id }, ids) => ({ key, ref, id, ids }),
  );
  const batches = await openRecords(
    calls,
    listing.batches.filter(isWanted),
    ({ id }, record) => decodeBatch(id, record),
    ({ key, ref, id }, entries) => ({ key, ref, id, entries }),
  );

  const looseMissing = [...tombstones.missing, ...batches.missing];
  let missed = missedOf(context, listing, segments, looseMissing);
  if (missed.gone.length > 0 && segments.skipped.length > 0) {
    // What was replaced long ago may be named by nothing else than by what was replaced since.
    segments = joinLoaded(segments, await openSegments(calls, segments.skipped));
    missed = missedOf(context, listing, segments, looseMissing);
  }
  return {
    listing,
    segments: segments.loaded,
    tombstones: tombstones.loaded,
    batches: batches.loaded,
    ...missed,
    corrupt: new Map([...segments.corrupt, ...tombstones.corrupt, ...batches.corrupt]),
  };
}

/** Which null answers are not innocent, and which are because the key is young. */
function missedOf(
  context: LoadContext,
  listing: Listing,
  { loaded, missing }: LoadedSegments,
  looseMissing: readonly ListedLoose[],
): Pick<LoadedList, "gone" | "tooYoung"> {
  const now = context.clock.now();
  const isHeld = holder(loaded);
  const replaced = replacedBy(loaded);
  // A slow read may have read what such a segment hides before it was deleted, and the segment after that.
  const isLate = now - listing.startedAt > context.graceMs;
  const gone: string[] = [];
  const tooYoung: string[] = [];
  const add = (key: string, id: string, youngMs: number) => {
    const age = now - timeOf(id);
    // What a clock far ahead has dated would be young for hours.
    const isYoung = age < youngMs && age >= -MAX_DATED_AHEAD_MS;
    (isYoung ? tooYoung : gone).push(key);
  };
  for (const { key, name } of missing)
    if (!replaced.has(name.id) || (isLate && name.removedAt > 0))
      add(key, name.id, context.graceMs / 2);
  for (const { key, id } of looseMissing) if (!isHeld(id)) add(key, id, context.stalenessMs);
  return { gone, tooYoung };
}
