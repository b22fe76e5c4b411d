import { describe, expect, test } from "vitest";
import {
  areTwins,
  mayHold,
  mayReplace,
  mayShare,
  takeBytes,
} from "../../src/compaction/by-name.ts";
import { idAt, segmentAt } from "../support/numbered.ts";

describe("the name of a segment tells", () => {
  test("which ids it may hold: from its smallest to its largest", () => {
    const segment = segmentAt(50, { entries: [3, 6] });
    expect([2, 3, 5, 6, 7].map((n) => mayHold(segment, idAt(n)))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  test("whether it may hold what another holds: where their ranges meet, and never by itself", () => {
    const segment = segmentAt(50, { entries: [3, 6] });
    const shares = (...ranges: readonly (readonly number[])[]) => {
      const others = ranges.map((entries, index) => segmentAt(60 + index, { entries }));
      return mayShare(segment, [segment, ...others]);
    };
    expect(shares()).toBe(false);
    expect(shares([1, 2], [7, 8])).toBe(false);
    expect(shares([1, 3], [7, 8])).toBe(true);
    expect(shares([1, 2], [6, 8])).toBe(true);
    expect(shares([4, 5])).toBe(true);
    expect(shares([1, 9])).toBe(true);
  });

  test("whether it is another's twin: the same range and count, and another name", () => {
    const segment = segmentAt(50, { entries: [3, 4, 6] });
    const isTwin = (n: number, entries: readonly number[]) =>
      areTwins(segment, segmentAt(n, { entries }));
    expect(isTwin(60, [3, 5, 6])).toBe(true);
    expect(isTwin(50, [3, 5, 6])).toBe(false);
    expect(isTwin(60, [2, 5, 6])).toBe(false);
    expect(isTwin(60, [3, 5, 7])).toBe(false);
    expect(isTwin(60, [3, 6])).toBe(false);
    expect(areTwins(segmentAt(50, {}), segmentAt(60, {}))).toBe(false);
  });

  test("whether it may have been made of another: an older one within its range, or one that holds nothing", () => {
    const segment = segmentAt(50, { entries: [3, 6] });
    const isOf = (n: number, entries: readonly number[], removed: readonly number[] = []) =>
      mayReplace(segment, segmentAt(n, { entries, removed }));
    expect(isOf(49, [3, 6])).toBe(true);
    expect(isOf(49, [4, 5])).toBe(true);
    expect(isOf(51, [4, 5])).toBe(false);
    expect(isOf(49, [2, 5])).toBe(false);
    expect(isOf(49, [4, 7])).toBe(false);
    expect(isOf(49, [])).toBe(true);
    expect(isOf(51, [])).toBe(false);
    expect(isOf(49, [], [8])).toBe(false);
  });
});

test("the first segments that fit are taken, one at least", () => {
  const segments = [50, 51, 52].map((n) => segmentAt(n, { entries: [n - 40] }));
  const [first = 0, second = 0] = segments.map(({ name }) => name.bytes);
  const taken = (bytes: number) => takeBytes(segments, bytes).length;
  expect([0, first, first + second - 1, first + second, 9_999].map(taken)).toEqual([1, 1, 1, 2, 3]);
});
