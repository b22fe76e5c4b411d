import { describe, expect, test } from "vitest";
import { allowanceMs, createElsewhere } from "../../src/compaction/held-elsewhere.ts";
import { timeOf } from "../../src/entry.ts";
import type { Listing } from "../../src/listing-builder.ts";
import type { LoadedSegment } from "../../src/load-segments.ts";
import { entryOf } from "../support/arbitraries.ts";
import { GRACE, MINUTE } from "../support/lab.ts";
import { loadedBatch, loadedSegment, loadedTombstone } from "../support/loaded.ts";
import { idAt, segmentAt } from "../support/numbered.ts";

/** A listing of these segments, of two batches and of a tombstone. */
function listingOf(segments: readonly LoadedSegment[]): Listing {
  return {
    segments,
    batches: [1, 30].map((n) => ({ ...loadedBatch([entryOf(idAt(n))]), record: undefined })),
    tombstones: [{ ...loadedTombstone(idAt(20), [idAt(9)]), record: undefined }],
    unknown: [],
    startedAt: 0,
    finishedAt: 0,
    pages: 1,
    complete: true,
  };
}

function elsewhereOf(segments: readonly LoadedSegment[], isDue = true) {
  return createElsewhere(listingOf(segments), GRACE, () => isDue);
}

describe("of a segment that isn't kept, a pass knows", () => {
  const replaced = segmentAt(40, { entries: [1] });
  const replacing = loadedSegment(idAt(41), {
    entries: [1, 2].map((n) => entryOf(idAt(n))),
    removed: new Map([idAt(9), idAt(20)].map((id) => [id, 5])),
    absorbed: new Set([idAt(20)]),
    replaces: [idAt(39), idAt(40)],
  });

  test("which loose records it holds, what it remembers as removed, and what it replaces", () => {
    const elsewhere = elsewhereOf([replaced, replacing]);
    elsewhere.add(replacing);
    expect(elsewhere.finish([], [])).toEqual({
      held: new Set([idAt(1), idAt(20)]),
      notToFold: new Set([idAt(1), idAt(20)]),
      replaced: new Set([idAt(39), idAt(40)]),
      replacements: new Map([[idAt(41), [idAt(39), idAt(40)]]]),
      freed: new Set([idAt(40)]),
      removals: new Map([[idAt(41), replacing.segment.removed]]),
      isKnown: true,
      clearAfter: Number.NEGATIVE_INFINITY,
    });
  });

  test("that nothing may be deleted for it before it is due, or where its checksum doesn't hold", () => {
    const young = elsewhereOf([replaced, replacing], false);
    young.add(replacing);
    expect(young.finish([], []).freed.size).toBe(0);
    const damaged = elsewhereOf([replaced, replacing]);
    damaged.add({ ...replacing, body: { ...(replacing.body as object), values: [1, 3] } });
    expect(damaged.finish([], [])).toMatchObject({ freed: new Set(), replaced: { size: 2 } });
  });
});

describe("of a segment that wasn't read, a pass supposes", () => {
  test("that it holds what lies among its ids, and replaces what is older and lies among them", () => {
    const wide = segmentAt(50, { entries: [1, 5] });
    const inside = segmentAt(45, { entries: [2, 4] });
    const beyond = segmentAt(46, { entries: [4, 6] });
    const newer = segmentAt(51, { entries: [2] });
    const listing = [wide, inside, beyond, newer];
    for (const read of [
      elsewhereOf(listing).finish([wide], []),
      elsewhereOf(listing).finish([], [wide]),
    ])
      expect(read).toMatchObject({
        notToFold: new Set([idAt(1)]),
        replaced: new Set([idAt(45)]),
        isKnown: false,
        clearAfter: Number.NEGATIVE_INFINITY,
      });
  });

  test("that it removed all that was appended until a grace period after it, where it remembers removals", () => {
    const older = segmentAt(44, { removed: [9] });
    const newest = segmentAt(45, { removed: [9] });
    const { notToFold, clearAfter } = elsewhereOf([older, newest]).finish([], [older, newest]);
    expect(clearAfter).toBe(timeOf(idAt(45)) + GRACE);
    expect(notToFold).toEqual(new Set([1, 20, 30].map(idAt)));
    expect(elsewhereOf([newest]).finish([newest], []).clearAfter).toBe(Number.NEGATIVE_INFINITY);
  });
});

test("an entry may be dated ten minutes after its removal, or a grace period where that is longer", () => {
  expect(allowanceMs({ graceMs: 2_000 })).toBe(10 * MINUTE);
  expect(allowanceMs({ graceMs: GRACE })).toBe(GRACE);
});
