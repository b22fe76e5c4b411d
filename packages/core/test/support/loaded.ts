import fc from "fast-check";
import { type Entry, timeOf } from "../../src/entry.ts";
import { batchKey, NO_ID, segmentKey, tombstoneKey } from "../../src/key.ts";
import type { LoadedBatch, LoadedTombstone } from "../../src/load.ts";
import type { LoadedSegment } from "../../src/load-segments.ts";
import { encodeSegment, type Segment } from "../../src/record/segment.ts";
import { entryOf, ids } from "./arbitraries.ts";

const BASE = "sl1/list/";

export function loadedBatch(entries: readonly Entry[]): LoadedBatch {
  const id = entries[0]?.id ?? NO_ID;
  const key = batchKey(BASE, id);
  return { id, key, ref: key, entries };
}

export function loadedTombstone(id: string, removed: readonly string[]): LoadedTombstone {
  const key = tombstoneKey(BASE, id);
  return { id, key, ref: key, ids: removed };
}

export function loadedSegment(id: string, segment: Segment): LoadedSegment {
  const body = encodeSegment(segment).record;
  const name = {
    id,
    min: segment.entries[0]?.id ?? NO_ID,
    max: segment.entries.at(-1)?.id ?? NO_ID,
    count: segment.entries.length,
    bytes: JSON.stringify(body).length,
    removedAt: Math.max(0, ...segment.removed.values()),
  };
  const key = segmentKey(BASE, name);
  return { key, ref: key, record: undefined, name, segment, body };
}

/**
 * What a pass may find: batches, tombstones and segments that know of each other's entries, or
 * don't.
 */
export interface Found {
  readonly batches: readonly LoadedBatch[];
  readonly tombstones: readonly LoadedTombstone[];
  readonly segments: readonly LoadedSegment[];
}

const someIds = fc.uniqueArray(ids, { minLength: 1, maxLength: 40 }).map((all) => all.sort());
const picks = fc.array(fc.nat(), { maxLength: 12 });

/** Overlapping records over one set of ids, as several passes and writers leave them. */
export const found: fc.Arbitrary<Found> = fc
  .record({
    all: someIds,
    batches: fc.array(picks, { maxLength: 8 }),
    tombstones: fc.array(fc.tuple(ids, picks), { maxLength: 4 }),
    segments: fc.array(
      fc.record({ id: ids, held: picks, removed: picks, absorbed: picks, replaces: picks }),
      { maxLength: 4 },
    ),
  })
  .map(({ all, batches, tombstones, segments }) => {
    const pick = (places: readonly number[]) =>
      [...new Set(places.map((place) => all[place % all.length] ?? NO_ID))].sort();
    const named = [...new Map(segments.map((segment) => [segment.id, segment])).values()];
    return {
      batches: batches.flatMap((places) => {
        const entries = pick(places).slice(0, 1).map(entryOf);
        return entries.length === 0 ? [] : [loadedBatch(entries)];
      }),
      tombstones: tombstones.map(([id, places]) => loadedTombstone(id, pick(places))),
      segments: named.map(({ id, held, removed, absorbed, replaces }) => {
        const gone = pick([...removed, ...absorbed]);
        return loadedSegment(id, {
          entries: pick(held)
            .filter((one) => !gone.includes(one))
            .map(entryOf),
          removed: new Map(gone.map((one) => [one, timeOf(one)])),
          absorbed: new Set(pick(absorbed)),
          replaces: replaces.map((place) => named[place % named.length]?.id ?? NO_ID),
        });
      }),
    };
  });
