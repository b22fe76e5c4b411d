import type { Entry } from "./entry.ts";
import { timeOf } from "./entry.ts";
import type { JsonValue } from "./json.ts";
import type { ListedLoose, ListedSegment, Listing } from "./listing-builder.ts";
import { decodeBatch } from "./record/batch.ts";
import type { Decoded } from "./record/check.ts";
import { decodeSegment, type Segment } from "./record/segment.ts";
import { decodeTombstone } from "./record/tombstone.ts";
import type { ListedRecord } from "./record-store.ts";
import type { StoreCalls } from "./store-calls.ts";

/** A segment with its content. */
export interface LoadedSegment extends ListedSegment {
  readonly segment: Segment;
  readonly body: JsonValue;
}

/** A batch with its entries. */
export interface LoadedBatch extends ListedLoose {
  readonly entries: readonly Entry[];
}

/** A tombstone with the ids that it removes. */
export interface LoadedTombstone extends ListedLoose {
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

/** What became of one listed key. */
type Opened<T> = { readonly value: T } | "missing" | { readonly reason: string };

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
  const corrupt = new Map<string, string>();
  const gone: string[] = [];
  const tooYoung: string[] = [];
  const segments = await loadSegments(calls, context, listing.segments, corrupt, gone);
  const isHeld = holder(segments);

  async function loadLoose<T>(
    listed: readonly ListedLoose[],
    decode: (id: string, record: JsonValue) => Decoded<T>,
  ) {
    const wanted = listed.filter(
      (loose) => held === "load-held" || loose.record !== undefined || !isHeld(loose.id),
    );
    const opened = await openAll(calls, wanted, (loose, record) => decode(loose.id, record));
    return wanted.flatMap((loose): (ListedLoose & { readonly content: T })[] => {
      const result = opened.get(loose.key) ?? "missing";
      if (result === "missing") {
        const isPromised = context.now() - timeOf(loose.id) >= context.stalenessMs;
        if (!isHeld(loose.id)) (isPromised ? gone : tooYoung).push(loose.key);
        return [];
      }
      if ("value" in result) return [{ ...loose, content: result.value }];
      corrupt.set(loose.key, result.reason);
      return [];
    });
  }

  const tombstones = await loadLoose(listing.tombstones, (_, record) => decodeTombstone(record));
  const batches = await loadLoose(listing.batches, decodeBatch);
  return {
    listing,
    segments,
    tombstones: tombstones.map(({ content, ...loose }) => ({ ...loose, ids: content })),
    batches: batches.map(({ content, ...loose }) => ({ ...loose, entries: content })),
    gone,
    tooYoung,
    corrupt,
  };
}

/** Reads the newest segment, then those that it doesn't replace. */
async function loadSegments(
  calls: StoreCalls,
  context: LoadContext,
  listed: readonly ListedSegment[],
  corrupt: Map<string, string>,
  gone: string[],
): Promise<LoadedSegment[]> {
  const newestFirst = [...listed].sort((left, right) => (left.name.id < right.name.id ? 1 : -1));
  const newest = await openSegments(calls, newestFirst.slice(0, 1));
  const replaced = new Set(newest.loaded.flatMap(({ segment }) => segment.replaces));
  const rest = await openSegments(
    calls,
    newestFirst.slice(1).filter(({ name }) => !replaced.has(name.id)),
  );
  const loaded = [...newest.loaded, ...rest.loaded];
  for (const { segment } of loaded) for (const id of segment.replaces) replaced.add(id);
  for (const [key, reason] of [...newest.corrupt, ...rest.corrupt]) corrupt.set(key, reason);
  for (const { key, name } of [...newest.missing, ...rest.missing]) {
    const isYoung = context.now() - timeOf(name.id) < context.graceMs / 2;
    if (!isYoung && !replaced.has(name.id)) gone.push(key);
  }
  return loaded;
}

/** Segments that were asked for: read, answered null, and of unknown shape. */
export interface OpenedSegments {
  readonly loaded: readonly LoadedSegment[];
  readonly missing: readonly ListedSegment[];
  readonly corrupt: ReadonlyMap<string, string>;
}

/** Reads some segments. */
export async function openSegments(
  calls: StoreCalls,
  listed: readonly ListedSegment[],
): Promise<OpenedSegments> {
  const opened = await openAll(calls, listed, (segment, record) => {
    const decoded = decodeSegment(segment.name, record);
    return decoded.ok ? { ok: true, value: { segment: decoded.value, body: record } } : decoded;
  });
  const loaded: LoadedSegment[] = [];
  const missing: ListedSegment[] = [];
  const corrupt = new Map<string, string>();
  for (const segment of listed) {
    const result = opened.get(segment.key) ?? "missing";
    if (result === "missing") missing.push(segment);
    else if ("value" in result) loaded.push({ ...segment, ...result.value });
    else corrupt.set(segment.key, result.reason);
  }
  return { loaded, missing, corrupt };
}

/** Whether the record with this id went into some segment. A record goes into one segment whole, so its own id speaks for it. */
export function holder(segments: readonly LoadedSegment[]): (id: string) => boolean {
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

/** Decodes what came with the listing, and gets the rest. */
async function openAll<Listed extends ListedRecord, T>(
  calls: StoreCalls,
  listed: readonly Listed[],
  decode: (listed: Listed, record: JsonValue) => Decoded<T>,
): Promise<Map<string, Opened<T>>> {
  const refs = listed.filter((one) => one.record === undefined).map((one) => one.ref);
  const records =
    refs.length === 0 ? new Map<string, JsonValue | undefined>() : await calls.getAll(refs);
  const opened = new Map<string, Opened<T>>();
  for (const one of listed) {
    const record = one.record !== undefined ? one.record : records.get(one.ref);
    if (record === undefined) opened.set(one.key, "missing");
    else {
      const decoded = decode(one, record);
      opened.set(one.key, decoded.ok ? { value: decoded.value } : { reason: decoded.reason });
    }
  }
  return opened;
}
