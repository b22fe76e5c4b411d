import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseOutlived, planForgetting } from "../../src/compaction/forget.ts";
import { planJoining } from "../../src/compaction/overlap.ts";
import { planFold } from "../../src/compaction/plan.ts";
import { NO_ID, type SegmentName } from "../../src/key.ts";
import type { ListedSegment } from "../../src/listing-builder.ts";
import { shouldFanOut } from "../../src/listing-plan.ts";
import type { LoadedSegment } from "../../src/load-segments.ts";
import { entryOf } from "../support/arbitraries.ts";
import { numbers } from "../support/lab.ts";
import { found, loadedBatch, loadedSegment, loadedTombstone } from "../support/loaded.ts";

/** The n-th id. */
function idAt(n: number): string {
  return `-OhqqeV-${String(n).padStart(2, "0")}${"a".repeat(12)}`;
}

interface Parts {
  readonly entries?: readonly number[];
  readonly removed?: readonly number[];
}

/** A segment whose own id is the n-th, with these entries and removed ids. */
function segmentAt(n: number, { entries = [], removed = [] }: Parts): LoadedSegment {
  return loadedSegment(idAt(n), {
    entries: entries.map((one) => entryOf(idAt(one))),
    removed: new Map(removed.map((one) => [idAt(one), 5])),
    absorbed: new Set(),
    replaces: [],
  });
}

describe("a removed id stays while something carries it:", () => {
  const outlived = new Set([idAt(1)]);
  const holder = segmentAt(50, { removed: [1] });
  const nothing = { live: [holder], replaced: [], batches: [], tombstones: [] };

  test("it goes where nothing does, and its holder is rewritten without it", () => {
    expect(planForgetting(nothing, outlived)).toEqual({
      forgotten: outlived,
      rewrites: [idAt(50)],
    });
  });

  test("a segment, which is rewritten without its entry first", () => {
    const carrier = segmentAt(51, { entries: [0, 1, 2] });
    const live = [holder, carrier, segmentAt(52, { entries: [3] })];
    expect(planForgetting({ ...nothing, live }, outlived)).toEqual({
      forgotten: new Set(),
      rewrites: [idAt(51)],
    });
  });

  test("a segment that another replaces, which is left to be deleted", () => {
    const replaced = [segmentAt(51, { entries: [1] })];
    expect(planForgetting({ ...nothing, replaced }, outlived)).toEqual({
      forgotten: new Set(),
      rewrites: [],
    });
  });

  test.each([
    ["a batch", { batches: [loadedBatch([entryOf(idAt(1)), entryOf(idAt(2))])] }],
    ["a tombstone that removes it", { tombstones: [loadedTombstone(idAt(9), [idAt(1)])] }],
    ["a tombstone that it is the id of", { tombstones: [loadedTombstone(idAt(1), [idAt(9)])] }],
  ])("%s", (_, carrier) => {
    expect(planForgetting({ ...nothing, ...carrier }, outlived)).toEqual({
      forgotten: new Set(),
      rewrites: [],
    });
  });

  test("whatever is found, wherever it is carried", () => {
    fc.assert(
      fc.property(found, fc.array(fc.nat(), { maxLength: 10 }), (all, places) => {
        const carried = [
          ...all.batches.flatMap(({ entries }) => entries.map(({ id }) => id)),
          ...all.tombstones.flatMap(({ id, ids }) => [id, ...ids]),
          ...all.segments.flatMap(({ segment }) => segment.entries.map(({ id }) => id)),
        ];
        const known = [
          ...carried,
          ...all.segments.flatMap((one) => [...one.segment.removed.keys()]),
        ];
        fc.pre(known.length > 0);
        const asked = new Set(places.map((place) => known[place % known.length] ?? NO_ID));
        const inputs = { ...all, live: all.segments.slice(1), replaced: all.segments.slice(0, 1) };
        const { forgotten } = planForgetting(inputs, asked);
        expect([...forgotten].sort()).toEqual(
          [...asked].filter((id) => !carried.includes(id)).sort(),
        );
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("of removed ids that may be forgotten, a pass looks after", () => {
  /** A segment that is listed and unread, of ten bytes, that may hold these. */
  function listed(n: number, min: number, max = min): ListedSegment {
    const segment = segmentAt(n, { entries: [min, max].slice(0, max === min ? 1 : 2) });
    return { ...segment, name: { ...segment.name, bytes: 10 } };
  }

  const holder = segmentAt(50, { removed: [3, 1, 0, 2] });
  const each = numbers(0, 4).map((n) => listed(60 + n, n));
  const choose = (segments: readonly ListedSegment[], maxBytes: number, random = 0) => {
    const { ids, carriers } = chooseOutlived([holder], segments, 6, maxBytes, random);
    return { ids: [...ids], carriers };
  };

  test("as many as it can read the carriers of, from a random one on", () => {
    expect(choose(each, 20)).toEqual({ ids: [0, 1].map(idAt), carriers: each.slice(0, 2) });
    expect(choose(each, 20, 0.5)).toEqual({ ids: [2, 3].map(idAt), carriers: each.slice(2) });
    expect(choose(each, 20, 0.99).ids).toEqual([3, 0].map(idAt));
    expect(choose(each, 29).ids).toHaveLength(2);
    expect(choose(each, 40).ids).toHaveLength(4);
  });

  test("one at least, however large its carriers", () => {
    expect(choose(each, 5).ids).toEqual([idAt(0)]);
  });

  test("all that nothing unread can carry", () => {
    expect(choose([each[1] ?? listed(61, 1)], 5).ids).toEqual(numbers(0, 4).map(idAt));
    expect(choose([listed(70, 4), holder], 0)).toEqual({
      ids: numbers(0, 4).map(idAt),
      carriers: [],
    });
  });

  test("no segment again that it has read", () => {
    const read = segmentAt(50, { entries: [0, 9], removed: [1, 2] });
    expect(chooseOutlived([read], [read], 6, 0, 0)).toEqual({
      ids: new Set([1, 2].map(idAt)),
      carriers: [],
    });
  });

  test("all that one segment carries, which is read once", () => {
    const wide = listed(70, 0, 2);
    expect(choose([wide, listed(71, 3)], 15)).toEqual({
      ids: [0, 1, 2].map(idAt),
      carriers: [wide],
    });
  });

  test("ten thousand at most", () => {
    const many = loadedSegment(idAt(50), {
      entries: [],
      removed: new Map(numbers(0, 10_001).map((n) => [`id ${n}`, 0])),
      absorbed: new Set(),
      replaces: [],
    });
    expect(chooseOutlived([many], [], 6, 0, 0.3).ids.size).toBe(10_000);
  });
});

describe("two segments are joined where they", () => {
  const LARGE = 100_000;
  const join = (one: Parts, other: Parts, segmentBytes = LARGE, coin = false) =>
    planJoining([segmentAt(50, one), segmentAt(51, other)], segmentBytes, () => coin).length === 1;

  test("share half the entries of the smaller, no less", () => {
    expect(join({ entries: [0, 1] }, { entries: [1, 2, 3, 4, 5] })).toBe(true);
    expect(join({ entries: [1, 2, 3, 4, 5] }, { entries: [0, 1] })).toBe(true);
    expect(join({ entries: [0, 1, 2] }, { entries: [2, 3, 4, 5] })).toBe(false);
    expect(join({ entries: [1] }, { entries: [0, 1] })).toBe(true);
    expect(join({ entries: [0, 1] }, { entries: [2, 3] })).toBe(false);
    expect(join({ removed: [1] }, { removed: [1, 2] })).toBe(false);
  });

  test("differ in anything, or else the coin says so", () => {
    const entries = [0, 1, 2, 3];
    expect(join({ entries }, { entries })).toBe(false);
    expect(join({ entries }, { entries }, LARGE, true)).toBe(true);
    expect(join({ entries }, { entries: [0, 1, 2, 4] })).toBe(true);
    expect(join({ entries, removed: [9] }, { entries })).toBe(true);
    expect(join({ entries: [1] }, { entries: [1] }, LARGE, true)).toBe(true);
  });

  test("both fit a segment, to the byte", () => {
    const [small, large] = [{ entries: [1, 2] }, { entries: [1, 2, 3, 4] }];
    const most = segmentAt(51, large).name.bytes;
    expect(join(small, large, most)).toBe(true);
    expect(join(large, small, most)).toBe(true);
    expect(join(small, large, most - 1)).toBe(false);
    expect(join(large, small, most - 1)).toBe(false);
  });

  test("are still free: a third takes the next partner", () => {
    const same = { entries: [0, 1, 2] };
    const all = [50, 51, 52, 53].map((n) => segmentAt(n, same));
    expect(planJoining(all, LARGE, () => true)).toEqual([
      [idAt(50), idAt(51)],
      [idAt(52), idAt(53)],
    ]);
  });
});

describe("a fold takes in", () => {
  const segment = (n: number, bytes: number): SegmentName => ({
    id: `segment ${n}`,
    min: NO_ID,
    max: NO_ID,
    count: 1,
    bytes,
    removedAt: 0,
  });
  const loose = (...sizes: number[]) => sizes.map((bytes, n) => ({ key: `key ${n}`, bytes }));
  const four = numbers(0, 4).map((n) => segment(n, 100));
  const fold = (given: Partial<Parameters<typeof planFold>[0]>) =>
    planFold({ loose: [], segments: [], rewrites: [], segmentBytes: 1_000, ...given });

  test("four segments of a size without anything loose, not three", () => {
    const all = four.map(({ id }) => id);
    expect(fold({ segments: four })).toEqual([{ loose: [], segments: all }]);
    expect(fold({ segments: four, segmentBytes: 400 })).toEqual([{ loose: [], segments: all }]);
    expect(fold({ segments: four.slice(1) })).toEqual([]);
    expect(fold({ segments: four, segmentBytes: 399 })[0]?.segments).toHaveLength(3);
  });

  test("a segment that becomes twice as large where the output is nearly full", () => {
    const [one] = [segment(0, 350)];
    expect(fold({ loose: loose(350), segments: [one] })).toEqual([
      { loose: ["key 0"], segments: [one.id] },
    ]);
    expect(fold({ loose: loose(349), segments: [segment(0, 350)] })).toEqual([
      { loose: ["key 0"], segments: [] },
    ]);
    expect(fold({ loose: loose(349), segments: [segment(0, 349)] })[0]?.segments).toEqual([]);
  });

  test("as much that is loose as fits, to the byte", () => {
    expect(fold({ loose: loose(500, 500) })).toHaveLength(1);
    expect(fold({ loose: loose(500, 501) })).toHaveLength(2);
  });
});

describe("a listing goes on in parallel", () => {
  const fansOut = (shard: number, counts: readonly number[], pages = 9) =>
    shouldFanOut({ shard, counts, pages }, 1_000);

  test("only after a second page, while the first shard goes on", () => {
    expect(fansOut(0, [900], 1)).toBe(false);
    expect(fansOut(0, [900], 2)).toBe(true);
  });

  test("where the shards behind it say that more than eight pages are left", () => {
    expect(fansOut(1, [500, 900])).toBe(false);
    expect(fansOut(2, [0, 1_200, 10])).toBe(true);
    expect(fansOut(1, [600, 900])).toBe(true);
    expect(fansOut(1, [560, 900])).toBe(false);
    expect(
      fansOut(
        8,
        Array.from({ length: 8 }, () => 1_000),
      ),
    ).toBe(false);
  });

  test("where that costs no more than twice the calls", () => {
    expect(fansOut(1, [1_000, 0])).toBe(true);
    expect(fansOut(1, [1_000, 200])).toBe(false);
  });
});
