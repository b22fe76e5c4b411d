import { type Entry, timeOf } from "./entry.ts";
import type { JsonValue } from "./json.ts";
import type { ListedLoose, ListedSegment, Listing } from "./listing-builder.ts";
import { type OpenedRecords, openRecords } from "./open-records.ts";
import { decodeBatch } from "./record/batch.ts";
import { decodeSegment, type Segment } from "./record/segment.ts";
import { decodeTombstone } from "./record/tombstone.ts";
import type { StoreCalls } from "./store-calls.ts";

/** A segment with its content. */
export interface LoadedSegment extends ListedSegment {
  readonly segment: Segment;
  readonly body: JsonValue;
}

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
export interface LoadContext {
  readonly now: () => number;
  readonly stalenessMs: number;
  readonly graceMs: number;
}

/**
 * Reads the records of a listing: the newest segment first, since it names those that it replaces, then the other
 * segments, then the batches and tombstones that didn't come with the listing and that no segment holds.
 *
 * A listed key that answers null is never skipped in silence. Innocent are: what a segment that was read holds or
 * replaces; a batch or tombstone younger than the staleness window; a segment younger than half the grace period,
 * beside which all that it replaces still stands. A pass also loads what segments hold ("load-held"), to compare them.
 */
export async function loadList(
  calls: StoreCalls,
  context: LoadContext,
  listing: Listing,
  held: "skip-held" | "load-held" = "skip-held",
): Promise<LoadedList> {
  const segments = await loadSegments(calls, listing.segments);
  const isHeld = holder(segments.loaded);
  const isWanted = ({ id, record }: ListedLoose) =>
    held === "load-held" || record !== undefined || !isHeld(id);
  const tombstones = await openRecords(calls, listing.tombstones.filter(isWanted), (_, record) =>
    decodeTombstone(record),
  );
  const batches = await openRecords(calls, listing.batches.filter(isWanted), ({ id }, record) =>
    decodeBatch(id, record),
  );

  const now = context.now();
  const isYoung = ({ id }: ListedLoose) => now - timeOf(id) < context.stalenessMs;
  const missing = [...tombstones.missing, ...batches.missing].filter(({ id }) => !isHeld(id));
  const isYoungSegment = ({ name }: ListedSegment) => now - timeOf(name.id) < context.graceMs / 2;
  const goneSegments = segments.missing.filter((segment) => !isYoungSegment(segment));
  return {
    listing,
    segments: segments.loaded,
    tombstones: tombstones.read.map(({ listed: { key, ref, id }, content }) => ({
      key,
      ref,
      id,
      ids: content,
    })),
    batches: batches.read.map(({ listed: { key, ref, id }, content }) => ({
      key,
      ref,
      id,
      entries: content,
    })),
    gone: [...goneSegments, ...missing.filter((loose) => !isYoung(loose))].map(({ key }) => key),
    tooYoung: missing.filter(isYoung).map(({ key }) => key),
    corrupt: new Map([...segments.corrupt, ...tombstones.corrupt, ...batches.corrupt]),
  };
}

/** Segments that were asked for: read, answered null, and of unknown shape. */
export interface LoadedSegments extends Omit<OpenedRecords<ListedSegment, Segment>, "read"> {
  readonly loaded: readonly LoadedSegment[];
}

/** Reads segments. */
export async function openSegments(
  calls: StoreCalls,
  listed: readonly ListedSegment[],
): Promise<LoadedSegments> {
  const { read, missing, corrupt } = await openRecords(calls, listed, ({ name }, body) => {
    const decoded = decodeSegment(name, body);
    return decoded.ok ? { ok: true, value: { segment: decoded.value, body } } : decoded;
  });
  return {
    loaded: read.map(({ listed: one, content }) => ({ ...one, ...content })),
    missing,
    corrupt,
  };
}

/** Reads the newest segment, then those that it doesn't replace. A missing one that another replaces isn't missed. */
async function loadSegments(
  calls: StoreCalls,
  listed: readonly ListedSegment[],
): Promise<LoadedSegments> {
  const newestFirst = [...listed].sort((left, right) => (left.name.id < right.name.id ? 1 : -1));
  const newest = await openSegments(calls, newestFirst.slice(0, 1));
  const known = new Set(newest.loaded.flatMap(({ segment }) => segment.replaces));
  const others = newestFirst.slice(1).filter(({ name }) => !known.has(name.id));
  const rest = await openSegments(calls, others);
  const loaded = [...newest.loaded, ...rest.loaded];
  const replaced = new Set(loaded.flatMap(({ segment }) => segment.replaces));
  const missing = [...newest.missing, ...rest.missing].filter(({ name }) => !replaced.has(name.id));
  return { loaded, missing, corrupt: new Map([...newest.corrupt, ...rest.corrupt]) };
}

/** Whether the record with this id went into some segment. A record goes into one segment whole, so its own id speaks for it. */
function holder(segments: readonly LoadedSegment[]): (id: string) => boolean {
  let ids: Set<string> | undefined;
  return (id) => {
    ids ??= new Set(
      segments.flatMap(({ segment }) => [
        ...segment.entries.map((entry) => entry.id),
        ...segment.absorbed,
      ]),
    );
    return ids.has(id);
  };
}
