import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BuildContext, buildSegment } from "../../src/compaction/build.ts";
import { createCover } from "../../src/compaction/cover.ts";
import { removedOf } from "../../src/compaction/fold.ts";
import { NOTHING_ELSEWHERE } from "../../src/compaction/held-elsewhere.ts";
import { timeOf } from "../../src/entry.ts";
import { visibleEntries } from "../../src/merge.ts";
import { stateOf } from "../../src/read.ts";
import { entryOf } from "../support/arbitraries.ts";
import {
  type Found,
  found,
  loadedBatch,
  loadedSegment,
  loadedTombstone,
} from "../support/loaded.ts";

const NOW = 1_767_225_600_060;
const NEW_ID = "zzzzzzzzzzzzzzzzzzzzzz";
const RUNS = { numRuns: 2_000 };

function contextOf(all: Found, forgotten = new Set<string>()): BuildContext {
  return {
    now: NOW,
    removed: removedOf({ ...all, heldElsewhere: NOTHING_ELSEWHERE }, NOW),
    forgotten,
    listed: new Set(all.segments.map(({ name }) => name.id)),
  };
}

function idsShown(all: Found): readonly string[] {
  return visibleEntries(stateOf(all, NOW), NOW).map(({ id }) => id);
}

/** A part of what was found, by what a pass chose to fold. */
function partOf(all: Found, isIn: (index: number) => boolean): Found {
  return {
    batches: all.batches.filter((_, index) => isIn(index)),
    tombstones: all.tombstones.filter((_, index) => isIn(index + 7)),
    segments: all.segments.filter((_, index) => isIn(index + 13)),
  };
}

const choices = fc.array(fc.boolean(), { minLength: 24, maxLength: 24 });

describe("a new segment", () => {
  test("changes no read, beside its inputs and in their place", () => {
    fc.assert(
      fc.property(found, choices, (all, isIn) => {
        const inputs = partOf(all, (index) => isIn[index] ?? false);
        const rest = partOf(all, (index) => !(isIn[index] ?? false));
        const written = loadedSegment(NEW_ID, buildSegment(inputs, contextOf(all)));
        const before = idsShown(all);

        expect(idsShown({ ...all, segments: [...all.segments, written] })).toEqual(before);
        expect(idsShown({ ...rest, segments: [...rest.segments, written] })).toEqual(before);
      }),
      RUNS,
    );
  });

  test("holds every id of its inputs, so that it covers them", () => {
    fc.assert(
      fc.property(found, (all) => {
        const segment = buildSegment(all, contextOf(all));
        const cover = createCover([loadedSegment(NEW_ID, segment)]);
        for (const batch of all.batches) expect(cover.holdsBatch(batch)).toBe(true);
        for (const tombstone of all.tombstones) expect(cover.holdsTombstone(tombstone)).toBe(true);
        for (const { name } of all.segments) expect(cover.replaces(name.id)).toBe(true);
        const held = new Set([...segment.entries.map(({ id }) => id), ...segment.removed.keys()]);
        const given = [
          ...all.batches.flatMap(({ entries }) => entries.map(({ id }) => id)),
          ...all.tombstones.flatMap(({ id, ids }) => [id, ...ids]),
          ...all.segments.flatMap((one) => [
            ...one.segment.entries.map(({ id }) => id),
            ...one.segment.removed.keys(),
          ]),
        ];
        expect(given.filter((id) => !held.has(id))).toEqual([]);
      }),
      RUNS,
    );
  });

  test("has no entry that is removed, and only absorbed ids that are", () => {
    fc.assert(
      fc.property(found, (all) => {
        const { entries, removed, absorbed } = buildSegment(all, contextOf(all));
        expect(entries.filter(({ id }) => removed.has(id))).toEqual([]);
        expect([...absorbed].filter((id) => !removed.has(id))).toEqual([]);
        expect(entries.map(({ id }) => id)).toEqual(
          [...new Set(entries.map(({ id }) => id))].sort(),
        );
      }),
      RUNS,
    );
  });

  test("leaves out what is forgotten, and nothing else", () => {
    fc.assert(
      fc.property(found, fc.array(fc.nat(), { maxLength: 6 }), (all, places) => {
        const remembered = all.segments.flatMap(({ segment }) => [...segment.removed.keys()]);
        fc.pre(remembered.length > 0);
        const chosen = places.map((place) => remembered[place % remembered.length] ?? "");
        const carried = new Set([
          ...all.batches.flatMap(({ entries }) => entries.map(({ id }) => id)),
          ...all.tombstones.flatMap(({ id, ids }) => [id, ...ids]),
          ...all.segments.flatMap(({ segment }) => segment.entries.map(({ id }) => id)),
        ]);
        const forgotten = new Set(chosen.filter((id) => !carried.has(id)));
        const whole = buildSegment(all, contextOf(all));
        const less = buildSegment(all, contextOf(all, forgotten));
        expect(less.entries).toEqual(whole.entries);
        const expected = [...whole.removed.keys()].filter((id) => !forgotten.has(id)).sort();
        expect([...less.removed.keys()].sort()).toEqual(expected);
      }),
      RUNS,
    );
  });
});

describe("a cover", () => {
  const [a, b, c] = ["-OhqqeV---aaaaaaaaaaaa", "-OhqqeV--0aaaaaaaaaaaa", "-OhqqeV--1aaaaaaaaaaaa"];
  const [x, y, z] = [a ?? "", b ?? "", c ?? ""];
  const segment = loadedSegment(NEW_ID, {
    entries: [entryOf(x)],
    removed: new Map([
      [y, timeOf(y)],
      [z, timeOf(z)],
    ]),
    absorbed: new Set([y]),
    replaces: [x],
  });
  const cover = createCover([segment]);

  test("holds a batch only where all of its entries are in it, or were", () => {
    expect(cover.holdsBatch(loadedBatch([entryOf(x)]))).toBe(true);
    expect(cover.holdsBatch(loadedBatch([entryOf(x), entryOf(y)]))).toBe(true);
    expect(cover.holdsBatch(loadedBatch([entryOf(x), entryOf(z)]))).toBe(false);
    expect(createCover([]).holdsBatch(loadedBatch([entryOf(x)]))).toBe(false);
  });

  test("holds a tombstone only where it went in itself, with all that it removes", () => {
    expect(cover.holdsTombstone(loadedTombstone(y, [z]))).toBe(true);
    expect(cover.holdsTombstone(loadedTombstone(y, [y, z]))).toBe(true);
    expect(cover.holdsTombstone(loadedTombstone(z, [y]))).toBe(false);
    expect(cover.holdsTombstone(loadedTombstone(y, [x]))).toBe(false);
  });

  test("replaces only what a segment names", () => {
    expect(cover.replaces(x)).toBe(true);
    expect(cover.replaces(NEW_ID)).toBe(false);
  });
});
