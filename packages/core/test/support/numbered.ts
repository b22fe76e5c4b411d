import type { LoadedSegment } from "../../src/load-segments.ts";
import { entryOf } from "./arbitraries.ts";
import { loadedSegment } from "./loaded.ts";

/** The n-th id. */
export function idAt(n: number): string {
  return `-OhqqeV-${String(n).padStart(2, "0")}${"a".repeat(12)}`;
}

/** The entries and the removed ids of a segment, by their numbers. */
export interface Parts {
  readonly entries?: readonly number[];
  readonly removed?: readonly number[];
}

/** A segment whose own id is the n-th, with these entries and removed ids. */
export function segmentAt(n: number, { entries = [], removed = [] }: Parts): LoadedSegment {
  return loadedSegment(idAt(n), {
    entries: entries.map((one) => entryOf(idAt(one))),
    removed: new Map(removed.map((one) => [idAt(one), 5])),
    absorbed: new Set(),
    replaces: [],
  });
}
