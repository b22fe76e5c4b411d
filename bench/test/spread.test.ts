import { expect, test } from "vitest";
import { quantile, ratioOf, spreadOf } from "../src/spread.ts";

test("a quantile lies between the samples next to it", () => {
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
  expect(quantile([1, 2, 3], 0)).toBe(1);
  expect(quantile([1, 2, 3], 1)).toBe(3);
  expect(quantile([], 0.5)).toBeNaN();
});

test("a spread is the median and the quartiles", () => {
  expect(spreadOf([1, 2, 3, 4, 5])).toEqual({ median: 3, low: 2, high: 4, samples: 5 });
});

test("a ratio compares what was measured in the same round", () => {
  expect(ratioOf([2, 40], [1, 10]).median).toBe(3);
});
