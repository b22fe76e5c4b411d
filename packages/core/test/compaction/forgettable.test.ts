import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseOutlived, planForgetting } from "../../src/compaction/forget.ts";
import type { HeldElsewhere } from "../../src/compaction/held-elsewhere.ts";
import { NO_ID } from "../../src/key.ts";
import type { ListedSegment } from "../../src/listing-builder.ts";
import { entryOf } from "../support/arbitraries.ts";
import { numbers } from "../support/lab.ts";
import { found, loadedBatch, loadedSegment, loadedTombstone } from "../support/loaded.ts";
import { idAt, segmentAt } from "../support/numbered.ts";

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
  const choose = (
    segments: readonly ListedSegment[],
    maxBytes: number,
    random = 0,
    maxReads = 10,
    removals: HeldElsewhere["removals"] = new Map(),
  ) => {
    const { ids, carriers } = chooseOutlived([holder], segments, removals, {
      before: 6,
      maxBytes,
      maxReads,
      random,
    });
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

  test("as many as there are calls to read the carriers of, or none", () => {
    expect(choose(each, 100, 0, 3).ids).toEqual([0, 1, 2].map(idAt));
    expect(choose(each, 5, 0, 0).ids).toEqual([]);
  });

  test("also those of segments that were only looked through, which it then reads", () => {
    const elsewhere = listed(80, 90);
    const removals = new Map([[elsewhere.name.id, new Map([[idAt(40), 5]])]]);
    expect(choose([elsewhere], 100, 0, 10, removals)).toEqual({
      ids: [0, 1, 2, 3, 40].map(idAt),
      carriers: [elsewhere],
    });
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
    expect(
      chooseOutlived([read], [read], new Map(), {
        before: 6,
        maxBytes: 0,
        maxReads: 10,
        random: 0,
      }),
    ).toEqual({
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

  test("ten thousand at maxReads", () => {
    const many = loadedSegment(idAt(50), {
      entries: [],
      removed: new Map(numbers(0, 10_001).map((n) => [`id ${n}`, 0])),
      absorbed: new Set(),
      replaces: [],
    });
    expect(
      chooseOutlived([many], [], new Map(), { before: 6, maxBytes: 0, maxReads: 0, random: 0.3 })
        .ids.size,
    ).toBe(10_000);
  });
});
