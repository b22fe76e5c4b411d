import { describe, expect, test } from "vitest";
import { planJoining } from "../../src/compaction/overlap.ts";
import { idAt, type Parts, segmentAt } from "../support/numbered.ts";

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
