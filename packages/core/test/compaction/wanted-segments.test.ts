import { describe, expect, test } from "vitest";
import { inTurn, wantedSegments } from "../../src/compaction/wanted-segments.ts";
import type { Listing } from "../../src/listing-builder.ts";
import type { LoadedSegment } from "../../src/load-segments.ts";
import type { Head } from "../../src/record/head.ts";
import { entryOf } from "../support/arbitraries.ts";
import { loadedBatch, loadedTombstone } from "../support/loaded.ts";
import { idAt, segmentAt } from "../support/numbered.ts";

interface Loose {
  readonly batches?: readonly number[];
  readonly tombstones?: readonly number[];
}

function listingOf(
  segments: readonly LoadedSegment[],
  { batches = [], tombstones = [] }: Loose = {},
): Listing {
  return {
    segments,
    batches: batches.map((n) => ({ ...loadedBatch([entryOf(idAt(n))]), record: undefined })),
    tombstones: tombstones.map((n) => ({ ...loadedTombstone(idAt(n), []), record: undefined })),
    unknown: [],
    startedAt: 0,
    finishedAt: 0,
    pages: 1,
    complete: true,
  };
}

/** A head that names these. */
function naming(...segments: readonly LoadedSegment[]): Head {
  return { current: { at: 0, keys: segments.map(({ key }) => key) }, seen: new Map() };
}

const first = segmentAt(50, { entries: [1, 2] });
const second = segmentAt(51, { entries: [3, 5] });
const third = segmentAt(52, { entries: [6, 8] });
const three = [first, second, third];

describe("a pass reads", () => {
  test("all segments where a cap asks for it", () => {
    expect(wantedSegments(listingOf(three), naming(...three), true)).toEqual(three);
  });

  test("none that stand apart, whether the head names them or not", () => {
    expect(wantedSegments(listingOf(three), naming(...three), false)).toEqual([]);
    expect(wantedSegments(listingOf(three), { seen: new Map() }, false)).toEqual([]);
  });

  test("those with removed ids", () => {
    const remembering = segmentAt(53, { entries: [9], removed: [0] });
    const all = [...three, remembering];
    expect(wantedSegments(listingOf(all), naming(...all), false)).toEqual([remembering]);
  });

  test("those that may hold a batch", () => {
    const listing = listingOf(three, { batches: [4] });
    expect(wantedSegments(listing, naming(...three), false)).toEqual([second]);
  });

  test("those that overlap and the head doesn't name, with those written after them", () => {
    const overlapping = segmentAt(53, { entries: [2, 4] });
    const all = [...three, overlapping];
    expect(wantedSegments(listingOf(all), naming(...all), false)).toEqual([]);
    expect(wantedSegments(listingOf(all), naming(...three), false)).toEqual([overlapping]);
    expect(wantedSegments(listingOf(all), naming(first, third, overlapping), false)).toEqual([
      second,
      overlapping,
    ]);
    expect(wantedSegments(listingOf(all), { seen: new Map() }, false)).toEqual([
      first,
      second,
      overlapping,
    ]);
  });

  test("those without entries, and with them those that may have been made of them", () => {
    const hollow = segmentAt(51, {});
    const all = [first, hollow, third];
    expect(wantedSegments(listingOf(all), { seen: new Map() }, false)).toEqual([hollow, third]);
  });

  test("twins, although the head names both", () => {
    const twin = segmentAt(53, { entries: [3, 5] });
    const all = [...three, twin];
    expect(wantedSegments(listingOf(all), naming(...all), false)).toEqual([second, twin]);
  });
});

describe("where not all can be read, the turn is", () => {
  const newestFirst = [third, second, first];
  const order = (listing: Listing, isDue: readonly LoadedSegment[], random: number) =>
    inTurn(newestFirst, listing, (one) => isDue.some(({ key }) => key === one.key), random);

  test("of those first that are due and may hold something loose", () => {
    const listing = listingOf(three, { batches: [1, 4] });
    expect(order(listing, three, 0)).toEqual([second, first, third]);
    expect(order(listing, [first], 0)).toEqual([first, third, second]);
    expect(order(listing, [], 0)).toEqual(newestFirst);
  });

  test("of these from a random place on, in three quarters of the passes", () => {
    const listing = listingOf(three, { batches: [1, 4] });
    expect(order(listing, three, 0.3)).toEqual([second, first, third]);
    expect(order(listing, three, 0.4)).toEqual([first, second, third]);
    expect(order(listing, three, 0.74)).toEqual([first, second, third]);
  });

  test("of all from a random place on, in the others", () => {
    const listing = listingOf(three, { batches: [1] });
    expect(order(listing, three, 0.75)).toEqual([third, second, first]);
    expect(order(listing, three, 0.84)).toEqual([second, first, third]);
    expect(order(listing, three, 0.99)).toEqual([first, third, second]);
  });

  test("of those that may hold a tombstone: they remember removed ids, and are younger", () => {
    const old = segmentAt(50, { entries: [1, 2], removed: [0] });
    const young = segmentAt(53, { entries: [9], removed: [0] });
    const listing = listingOf([old, second, young], { tombstones: [51] });
    expect(inTurn([young, second, old], listing, () => true, 0)).toEqual([young, old, second]);
    expect(inTurn([old, second, young], listing, () => true, 0)).toEqual([young, old, second]);
    const same = listingOf([old, second, young], { tombstones: [53] });
    expect(inTurn([second, young, old], same, () => true, 0)).toEqual([young, old, second]);
  });

  test("of those that may have replaced another", () => {
    const replacing = segmentAt(53, { entries: [3, 5] });
    const listing = listingOf([...three, replacing]);
    expect(inTurn([third, second, first, replacing], listing, () => true, 0)).toEqual([
      replacing,
      third,
      second,
      first,
    ]);
  });

  test("then of those with removed ids, then of the others", () => {
    const remembering = segmentAt(49, { entries: [9], removed: [0] });
    const all = [third, second, remembering];
    expect(inTurn(all, listingOf(all), () => false, 0)).toEqual([remembering, third, second]);
  });
});
