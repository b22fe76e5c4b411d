import { describe, expect, test } from "vitest";
import { planJoining } from "../../src/compaction/overlap.ts";
import { idAt, type Parts, segmentAt } from "../support/numbered.ts";

const LARGE = 100_000;

/** Segments 50, 51 and so on, and the groups that they are joined in. */
function joined(
  all: readonly Parts[],
  { segmentBytes = LARGE, isYoung = false, random = 0 } = {},
): readonly (readonly string[])[] {
  const segments = all.map((parts, index) => segmentAt(50 + index, parts));
  return planJoining(segments, {
    segmentBytes,
    isYoung: () => isYoung,
    random: () => random,
  }).joined;
}

describe("segments are joined where they", () => {
  const isJoined = (one: Parts, other: Parts) => joined([one, other]).length === 1;

  test("share half the entries of the smaller, no less", () => {
    expect(isJoined({ entries: [0, 1] }, { entries: [1, 2, 3, 4, 5] })).toBe(true);
    expect(isJoined({ entries: [1, 2, 3, 4, 5] }, { entries: [0, 1] })).toBe(true);
    expect(isJoined({ entries: [0, 1, 2] }, { entries: [2, 3, 4, 5] })).toBe(false);
    expect(isJoined({ entries: [1] }, { entries: [0, 1] })).toBe(true);
    expect(isJoined({ entries: [0, 1] }, { entries: [2, 3] })).toBe(false);
    expect(isJoined({ removed: [1] }, { removed: [1, 2] })).toBe(false);
  });

  test("share as much, nine times in ten for two of them, and every other time where one is young", () => {
    const entries = [0, 1, 2, 3];
    for (const other of [{ entries }, { entries: [0, 1, 2, 4] }, { entries, removed: [9] }]) {
      expect(joined([{ entries }, other])).toHaveLength(1);
      const both = [{ entries }, other];
      expect(joined(both, { random: 0.89 })).toHaveLength(1);
      expect(joined(both, { random: 0.9 })).toEqual([]);
      expect(joined(both, { random: 0.49, isYoung: true })).toHaveLength(1);
      expect(joined(both, { random: 0.5, isYoung: true })).toEqual([]);
    }
  });

  test("fit a segment, each of them, to the byte", () => {
    const [small, large] = [{ entries: [1, 2] }, { entries: [1, 2, 3, 4] }];
    const most = segmentAt(51, large).name.bytes;
    expect(joined([small, large], { segmentBytes: most })).toHaveLength(1);
    expect(joined([large, small], { segmentBytes: most })).toHaveLength(1);
    expect(joined([small, large], { segmentBytes: most - 1 })).toEqual([]);
    expect(joined([large, small], { segmentBytes: most - 1 })).toEqual([]);
  });

  test("overlap with another of their group: all of it becomes one", () => {
    const same = { entries: [0, 1, 2] };
    expect(joined([same, same, same, same])).toEqual([[idAt(50), idAt(51), idAt(52), idAt(53)]]);
    const chain = [{ entries: [0, 1] }, { entries: [2, 3] }, { entries: [1, 2] }];
    expect(joined(chain)).toEqual([[idAt(50), idAt(52), idAt(51)]]);
    const apart = [same, { entries: [5, 6] }, same, { entries: [6, 7] }];
    expect(joined(apart)).toEqual([
      [idAt(50), idAt(52)],
      [idAt(51), idAt(53)],
    ]);
  });

  test("together are no larger than two of the largest: equal ones are as large as one", () => {
    const same = { entries: [0, 1, 2, 3] };
    const { bytes } = segmentAt(50, same).name;
    expect(joined([same, same, same, same], { segmentBytes: bytes })[0]).toHaveLength(4);
    const chain = [0, 2, 4, 6, 8].map((n) => ({ entries: [n, n + 1, n + 2, n + 3] }));
    const groups = joined(chain, { segmentBytes: bytes });
    expect(groups[0]).toHaveLength(3);
  });
});
