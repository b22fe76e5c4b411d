import { describe, expect, test } from "vitest";
import { addToStamp, encodeStamp } from "../src/clock.ts";
import type { Entry } from "../src/entry.ts";
import { mergeEntries, mergeRemoved, visibleEntries } from "../src/merge.ts";

const NOON = Date.UTC(2026, 5, 1, 12);

/** Entries from one number up to another, and how often one of their ids was read. */
function countedRun(from: number, to: number, count: () => void): readonly Entry[] {
  return Array.from({ length: to - from }, (_, index) => {
    const id = encodeStamp(addToStamp({ time: NOON, counter: 0 }, from + index)) + "a".repeat(12);
    return {
      get id() {
        count();
        return id;
      },
      value: from + index,
      appendedAt: NOON,
    };
  });
}

describe("merging costs next to nothing", () => {
  test("where only one run holds entries: it is given back as it is", () => {
    const run = countedRun(0, 3, () => undefined);
    expect(mergeEntries([run])).toBe(run);
    expect(mergeEntries([[], run, []])).toBe(run);
    expect(mergeEntries([[], []])).toEqual([]);
  });

  test("where runs follow each other: no id is read but those at their ends", () => {
    let reads = 0;
    const runs = [4, 1, 3, 0, 2].map((n) => countedRun(n * 1_000, (n + 1) * 1_000, () => reads++));
    const merged = mergeEntries(runs);

    expect(reads).toBeLessThan(100);
    expect(merged.map(({ value }) => value)).toEqual(Array.from({ length: 5_000 }, (_, n) => n));
  });

  test("where only one state has removed ids: its map is given back as it is", () => {
    const removed = new Map([["a", 1]]);
    expect(mergeRemoved([removed])).toBe(removed);
    expect(mergeRemoved([new Map(), removed, new Map()])).toBe(removed);
    expect(mergeRemoved([new Map(), new Map()])).toEqual(new Map());
  });

  test("where every entry is visible: the entries are given back as they are", () => {
    const entries = countedRun(0, 3, () => undefined);
    expect(visibleEntries({ entries, removed: new Map() }, NOON)).toBe(entries);
    expect(visibleEntries({ entries, removed: new Map([["a", 1]]) }, NOON)).toBe(entries);
  });
});

test("an entry expires at the millisecond it says, not later", () => {
  const [entry] = countedRun(0, 1, () => undefined);
  const entries = [{ ...entry, expiresAt: NOON + 5 } as Entry];
  expect(visibleEntries({ entries, removed: new Map() }, NOON + 4)).toHaveLength(1);
  expect(visibleEntries({ entries, removed: new Map() }, NOON + 5)).toEqual([]);
});
