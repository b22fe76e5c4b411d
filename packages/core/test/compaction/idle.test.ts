import { expect, test } from "vitest";
import { isLookedAt } from "../../src/compaction/idle.ts";
import { type Parts, segmentAt } from "../support/numbered.ts";

function isLookedAtOf(...all: readonly Parts[]): boolean {
  return isLookedAt(
    [],
    all.map((parts, index) => segmentAt(50 + index, parts)),
  );
}

test("a pass looks at the head of a list with something loose", () => {
  expect(isLookedAt(["a batch"], [])).toBe(true);
  expect(isLookedAt([], [])).toBe(false);
});

test("a pass doesn't look at the head of one segment, nor of several that stand apart", () => {
  expect(isLookedAtOf({ entries: [1] })).toBe(false);
  expect(isLookedAtOf({})).toBe(false);
  expect(isLookedAtOf({ entries: [1], removed: [2] })).toBe(false);
  expect(isLookedAtOf({ entries: [1, 2] }, { entries: [3, 4] }, { entries: [5] })).toBe(false);
});

test("a pass looks at the head of segments that overlap, or of which one holds no entries", () => {
  expect(isLookedAtOf({ entries: [1, 3] }, { entries: [2, 4] })).toBe(true);
  expect(isLookedAtOf({ entries: [1] }, {})).toBe(true);
  expect(isLookedAtOf({}, { entries: [1] })).toBe(true);
});

test("a pass looks at the head of segments that may remember as removed all that an older one held", () => {
  expect(isLookedAtOf({ entries: [1] }, { entries: [2], removed: [1] })).toBe(true);
  expect(isLookedAtOf({ entries: [1], removed: [0] }, { entries: [2] })).toBe(false);
});
