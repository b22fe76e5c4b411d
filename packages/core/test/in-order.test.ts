import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareByTime, compareEntries } from "../src/entry.ts";
import { inOrder } from "../src/in-order.ts";
import { runs } from "./support/arbitraries.ts";

const compareNumbers = (left: number, right: number) => left - right;

describe("what is put in order", () => {
  test("is given back as it is where it was in order", () => {
    for (const all of [[], [1], [1, 2, 5]]) expect(inOrder(all, compareNumbers)).toBe(all);
  });

  test("holds each once, also where it came again at once, or at the very start", () => {
    expect(inOrder([1, 1, 2], compareNumbers)).toEqual([1, 2]);
    expect(inOrder([1, 2, 3, 2, 3, 4, 2], compareNumbers)).toEqual([1, 2, 3, 4]);
  });

  test("changes nothing of what came", () => {
    const all = [3, 1, 2];
    expect(inOrder(all, compareNumbers)).toEqual([1, 2, 3]);
    expect(all).toEqual([3, 1, 2]);
  });

  test("keeps, of those that are the same, the one that came first", () => {
    const [first, second] = [{ n: 1 }, { n: 1 }];
    expect(inOrder([{ n: 2 }, first, second], (left, right) => left.n - right.n)[0]).toBe(first);
  });

  test("is the same whatever the runs that it came in", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: 0, max: 40 }))), (all) => {
        const expected = [...new Set(all.flat())].sort(compareNumbers);
        expect(
          inOrder(
            all.flatMap((run) => run.sort(compareNumbers)),
            compareNumbers,
          ),
        ).toEqual(expected);
      }),
    );
  });
});

test("entries compared by time stand as they do by id", () => {
  fc.assert(
    fc.property(runs, runs, (some, others) => {
      for (const left of some)
        for (const right of others)
          expect(Math.sign(compareByTime(left, right))).toBe(compareEntries(left, right));
    }),
  );
});
