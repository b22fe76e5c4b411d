import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ALPHABET,
  addToStamp,
  createHybridClock,
  decodeStamp,
  encodeStamp,
  type Stamp,
} from "../src/clock.ts";
import { batchIds, createNewId, isId, joinIds, splitIds, timeOf } from "../src/entry.ts";
import { anyIds, ids, stamps } from "./support/arbitraries.ts";

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 5, 1, 12);
/** The last millisecond that eight letters carry. */
const LAST = 2 ** 48 - 1;

const allStamps = fc.record({
  time: fc.integer({ min: 0, max: LAST }),
  counter: fc.integer({ min: 0, max: 4095 }),
});

function compare(left: Stamp, right: Stamp): number {
  return Math.sign(left.time - right.time || left.counter - right.counter);
}

describe("a stamp as text", () => {
  test("is itself again when decoded", () => {
    fc.assert(
      fc.property(allStamps, (stamp) => {
        const text = encodeStamp(stamp);
        expect(text).toMatch(/^[-0-9A-Z_a-z]{10}$/);
        expect(decodeStamp(text)).toEqual(stamp);
      }),
      { numRuns: 10_000 },
    );
  });

  test("sorts as the stamp does", () => {
    fc.assert(
      fc.property(fc.oneof(stamps, allStamps), fc.oneof(stamps, allStamps), (left, right) => {
        const [a, b] = [encodeStamp(left), encodeStamp(right)];
        expect(a < b ? -1 : a > b ? 1 : 0).toBe(compare(left, right));
      }),
      { numRuns: 10_000 },
    );
  });

  test("is made of 64 letters in the order of their codes", () => {
    expect(new Set(ALPHABET).size).toBe(64);
    expect([...ALPHABET].sort()).toEqual([...ALPHABET]);
  });

  test("goes on into the next millisecond when a millisecond's counter is full", () => {
    expect(addToStamp({ time: NOON, counter: 4095 }, 1)).toEqual({ time: NOON + 1, counter: 0 });
    fc.assert(
      fc.property(stamps, fc.nat(20_000), fc.nat(20_000), (stamp, first, second) => {
        expect(addToStamp(addToStamp(stamp, first), second)).toEqual(
          addToStamp(stamp, first + second),
        );
      }),
    );
  });
});

describe("the clock of ids", () => {
  test("never gives a stamp twice or goes back, though the wall clock jumps by minutes", () => {
    const steps = fc.array(
      fc.record({
        wall: fc.integer({ min: NOON - 2 * MINUTE, max: NOON + 2 * MINUTE }),
        count: fc.integer({ min: 1, max: 5_000 }),
        seen: fc.option(stamps.map((stamp) => ({ ...stamp, time: stamp.time % MINUTE }))),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(steps, (all) => {
        let now = 0;
        const clock = createHybridClock(() => now);
        let last: Stamp = { time: 0, counter: -1 };
        for (const { wall, count, seen } of all) {
          now = wall;
          if (seen !== null) clock.observe({ ...seen, time: NOON + seen.time });
          const first = clock.tick(count);
          expect(compare(first, last)).toBe(1);
          expect(first.time).toBeGreaterThanOrEqual(wall);
          last = addToStamp(first, count - 1);
        }
      }),
    );
  });

  test("follows a stamp that it sees, up to five minutes ahead", () => {
    const clock = createHybridClock(() => NOON);
    clock.tick(1);
    expect(clock.observe({ time: NOON + 5 * MINUTE, counter: 7 })).toBe(true);
    expect(clock.tick(1)).toEqual({ time: NOON + 5 * MINUTE, counter: 8 });
    expect(clock.observe({ time: NOON + 5 * MINUTE + 1, counter: 0 })).toBe(false);
    expect(clock.tick(1)).toEqual({ time: NOON + 5 * MINUTE, counter: 9 });
    expect(clock.observe({ time: NOON, counter: 0 })).toBe(true);
    expect(clock.observe({ time: NOON + 5 * MINUTE, counter: 8 })).toBe(true);
    expect(clock.tick(1)).toEqual({ time: NOON + 5 * MINUTE, counter: 10 });
  });

  test("comes back when the wall clock had been far ahead", () => {
    let now = NOON + 24 * 60 * MINUTE;
    const clock = createHybridClock(() => now);
    clock.tick(1);
    now = NOON;
    expect(clock.tick(3)).toEqual({ time: NOON, counter: 0 });
    expect(clock.tick(1)).toEqual({ time: NOON, counter: 3 });
  });

  test("takes the whole milliseconds of a finer clock", () => {
    const clock = createHybridClock(() => NOON + 0.75);
    expect(clock.tick(1)).toEqual({ time: NOON, counter: 0 });
  });

  test("reads no time before the first tick", () => {
    createHybridClock(() => {
      throw new Error("too early");
    });
  });

  test.each([-1, Number.NaN, LAST + 1, Number.POSITIVE_INFINITY])(
    "refuses a wall clock that says %d",
    (now) => {
      const clock = createHybridClock(() => now);
      expect(() => clock.tick(1)).toThrow(expect.objectContaining({ code: "invalid-option" }));
    },
  );

  test.each([0, LAST])("takes a wall clock that says %d", (now) => {
    expect(createHybridClock(() => now).tick(1).time).toBe(now);
  });
});

describe("an id", () => {
  test("has 22 letters, tells its time, and differs from every other", () => {
    const stamp = { time: NOON, counter: 5 };
    const newId = createNewId(undefined);
    const made = new Set(Array.from({ length: 10_000 }, () => newId(stamp)));
    expect(made.size).toBe(10_000);
    for (const id of made) expect(isId(id) && timeOf(id) === NOON).toBe(true);
  });

  test("follows from the random numbers that a test gives", () => {
    const make = () => createNewId(() => 0.5)({ time: NOON, counter: 0 });
    expect(make()).toBe(make());
    expect(isId(make())).toBe(true);
    expect(createNewId(() => 0.99)({ time: NOON, counter: 0 })).not.toBe(make());
  });

  test("keeps what a seed gave it with nanoid's own generator", () => {
    const drawn = [0.11, 0.48, 0.85, 0.22, 0.59, 0.96, 0.33, 0.7, 0.07, 0.44, 0.81, 0.18];
    const newId = createNewId(() => drawn.shift() ?? 0);
    expect(newId({ time: 0, counter: 0 })).toBe(`${"-".repeat(10)}iEkGnJpMsOuR`);
    expect(drawn).toEqual([]);
  });

  test("is one whatever the numbers of a test are", () => {
    for (const number of [-1, -0.5, 1, 7.3, Number.NaN, Number.POSITIVE_INFINITY])
      expect(isId(createNewId(() => number)({ time: NOON, counter: 0 }))).toBe(true);
  });

  test("that is no id is told apart", () => {
    for (const text of [
      "",
      "a".repeat(21),
      "a".repeat(23),
      `${"a".repeat(21)}!`,
      7,
      null,
      undefined,
    ])
      expect(isId(text)).toBe(false);
  });

  test("of a batch's entries follows from the first, in order", () => {
    fc.assert(
      fc.property(anyIds, fc.integer({ min: 1, max: 300 }), (first, count) => {
        fc.pre(timeOf(first) < LAST - 1);
        const all = batchIds(first, count);
        expect(all[0]).toBe(first);
        expect(all).toHaveLength(count);
        expect([...new Set(all)].sort()).toEqual(all);
        expect(all.every((id) => isId(id) && id.slice(10) === first.slice(10))).toBe(true);
      }),
    );
  });

  test("is found again in a text of many", () => {
    fc.assert(
      fc.property(fc.array(ids), (all) => {
        expect(splitIds(joinIds(all))).toEqual(all);
      }),
    );
    for (const text of ["a", "!".repeat(22), "a".repeat(23), undefined, null, 22, ["a".repeat(22)]])
      expect(splitIds(text)).toBeUndefined();
  });
});
