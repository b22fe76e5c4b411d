import { expect, test } from "vitest";
import { earliestOf, latestOf } from "../../src/compaction/times.ts";

const MANY = 500_000;

/** More than a function takes as arguments. */
function* manyTimes(): Generator<number> {
  for (let n = 1; n <= MANY; n++) yield n;
}

test("the earliest and the latest time are found among more than a function takes as arguments", () => {
  expect(earliestOf(manyTimes())).toBe(1);
  expect(latestOf(manyTimes())).toBe(MANY);
});

test("the earliest of no times is never, and the latest was always", () => {
  expect(earliestOf([])).toBe(Number.POSITIVE_INFINITY);
  expect(latestOf([])).toBe(Number.NEGATIVE_INFINITY);
});
