import { inOrder } from "./in-order.ts";
import type { JsonValue } from "./json.ts";
import { GROUPS, parseKey, type SegmentName, SHARDS } from "./key.ts";
import type { ListingProgress } from "./listing-plan.ts";
import type { ListedRecord } from "./record-store.ts";

/** A batch or tombstone that a listing showed. */
export interface ListedLoose {
  readonly key: string;
  readonly ref: string;
  /** The record, where it came with the listing. */
  readonly record: JsonValue | undefined;
  readonly id: string;
}

/** A segment that a listing showed. */
export interface ListedSegment extends Omit<ListedLoose, "id"> {
  readonly name: SegmentName;
}

/** All keys of a list as one ordered listing saw them. */
export interface Listing {
  readonly tombstones: readonly ListedLoose[];
  readonly batches: readonly ListedLoose[];
  readonly segments: readonly ListedSegment[];
  /** Keys under the prefix that aren't ours. */
  readonly unknown: readonly string[];
  readonly startedAt: number;
  readonly finishedAt: number;
  /** Pages that it took. */
  readonly pages: number;
  /** False where it was ended before its last page. */
  readonly complete: boolean;
}

/** Collects the pages of a listing. */
export interface ListingBuilder {
  /** Takes a page; answers whether its keys follow those of the pages before it. */
  add(records: readonly ListedRecord[]): boolean;
  isOutOfOrder(): boolean;
  /** The letter of the group that the listing is in. */
  group(): string;
  /** Begins a group with its first shard: its pages may be empty, and those of the group before came in any order. */
  startGroup(letter: string): void;
  progress(): ListingProgress;
  finish(finishedAt: number, complete: boolean): Listing;
}

/** An empty listing of the list at `base`. */
export function createListingBuilder(base: string, startedAt: number): ListingBuilder {
  const tombstones: ListedLoose[] = [];
  const batches: ListedLoose[] = [];
  const segments: ListedSegment[] = [];
  const unknown = new Set<string>();
  const counts: Record<string, number[]> = {};
  const pages: Record<string, number> = {};
  let group: string = GROUPS.tombstone;
  let shard = 0;
  let outOfOrder = false;
  let pagesInAll = 0;

  function addRecord(listed: ListedRecord): string | undefined {
    const { key, ref, record } = listed;
    const parsed = parseKey(base, key);
    if (parsed.group === "unknown") {
      unknown.add(key);
      return undefined;
    }
    if (parsed.group === "segment") segments.push({ key, ref, record, name: parsed.segment });
    if (parsed.group === "tombstone") tombstones.push({ key, ref, record, id: parsed.id });
    if (parsed.group === "batch") batches.push({ key, ref, record, id: parsed.id });
    return GROUPS[parsed.group];
  }

  /** Counts a loose key, and remembers its shard as the place where the listing stands. */
  function count(letter: string, key: string): void {
    const next = Math.max(0, SHARDS.indexOf(key.charAt(base.length + 2)));
    if (letter === group && next < shard && counts[letter] !== undefined) outOfOrder = true;
    shard = next;
    counts[letter] ??= [];
    counts[letter][shard] = (counts[letter][shard] ?? 0) + 1;
  }

  return {
    add(records) {
      const before = group;
      const letters = new Set<string>();
      let latest: string | undefined;
      for (const listed of records) {
        const letter = addRecord(listed);
        if (letter === undefined) continue;
        if (letter !== latest) {
          latest = letter;
          letters.add(letter);
          if (letter < before) outOfOrder = true;
          if (letter > group) group = letter;
        }
        if (letter === GROUPS.tombstone || letter === GROUPS.batch) count(letter, listed.key);
      }
      for (const letter of letters) pages[letter] = (pages[letter] ?? 0) + 1;
      pagesInAll++;
      return !outOfOrder;
    },
    isOutOfOrder: () => outOfOrder,
    group: () => group,
    startGroup(letter) {
      group = letter;
      shard = 0;
    },
    progress() {
      const isLoose = group === GROUPS.tombstone || group === GROUPS.batch;
      return {
        shard: isLoose ? shard : SHARDS.length,
        counts: counts[group] ?? [],
        pages: pages[group] ?? 0,
      };
    },
    finish: (finishedAt, complete) => ({
      tombstones: inOrder(tombstones, compareKeys),
      batches: inOrder(batches, compareKeys),
      segments: inOrder(segments, compareKeys),
      unknown: [...unknown],
      startedAt,
      finishedAt,
      pages: pagesInAll,
      complete,
    }),
  };
}

/** As the store orders keys. */
function compareKeys(left: { readonly key: string }, right: { readonly key: string }): number {
  return left.key < right.key ? -1 : left.key > right.key ? 1 : 0;
}
