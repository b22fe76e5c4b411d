import { describe, expect, test } from "vitest";
import { createHybridClock } from "../src/clock.ts";
import { isId } from "../src/entry.ts";
import { escapeName } from "../src/escape-name.ts";
import { batchKey, checkPrefix, listBase, NO_ID, parseKey, segmentKey } from "../src/key.ts";
import { memoryStore } from "../src/memory/index.ts";
import { MINUTE, NOON } from "./support/lab.ts";

const { limits } = memoryStore();
const BASE = "sl1/list/";
const ID = "-OhqqeV---aaaaaaaaaaaa";

describe("an id", () => {
  test("is a text, not what turns into one", () => {
    expect(isId([ID])).toBe(false);
    expect(isId({ toString: () => ID })).toBe(false);
  });

  test("has 22 letters of the alphabet, and no other character in any place", () => {
    expect(isId(ID)).toBe(true);
    expect(isId(ID.slice(1))).toBe(false);
    expect(isId(`${ID}a`)).toBe(false);
    for (const stranger of [".", "/", "`", "{", "\n", "\u0000", "é", "\uffff"])
      for (let place = 0; place < ID.length; place++)
        expect(isId(ID.slice(0, place) + stranger + ID.slice(place + 1))).toBe(false);
  });

  test("of no entry looks like one, and sorts before every one there can be", () => {
    expect(isId(NO_ID)).toBe(true);
    expect(NO_ID).toBe("-".repeat(22));
  });
});

describe("the clock of ids", () => {
  test("follows a stamp that it sees before its first tick", () => {
    const clock = createHybridClock(() => NOON);
    clock.observe({ time: NOON + MINUTE, counter: 3 });
    expect(clock.tick(1)).toEqual({ time: NOON + MINUTE, counter: 4 });
  });

  test("follows a stamp of its own millisecond, and none that it is past", () => {
    const clock = createHybridClock(() => NOON);
    clock.tick(1);
    clock.observe({ time: NOON, counter: 7 });
    expect(clock.tick(1)).toEqual({ time: NOON, counter: 8 });
    clock.observe({ time: NOON, counter: 3 });
    expect(clock.tick(1)).toEqual({ time: NOON, counter: 9 });
    clock.observe({ time: NOON - 1, counter: 4000 });
    expect(clock.tick(1)).toEqual({ time: NOON, counter: 10 });
  });
});

describe("a name", () => {
  test.each([
    [".", "~2E"],
    ["~", "~7E"],
    ["*", "~2A"],
    ["!'()", "~21~27~28~29"],
    ["é/", "~C3~A9~2F"],
  ])("%s stands in keys as %s, now and for ever", (name, escaped) => {
    expect(escapeName(name)).toBe(escaped);
  });

  test("that is too long is refused as a name", () => {
    expect(() => listBase("sl1/", "x".repeat(500), limits)).toThrow(
      expect.objectContaining({ code: "invalid-name" }),
    );
  });

  test("that no key can carry is refused with the platform's own reason", () => {
    expect(() => listBase("sl1/", "\ud800", limits)).toThrow(
      expect.objectContaining({ code: "invalid-name", cause: expect.any(URIError) }),
    );
  });
});

describe("a prefix", () => {
  test.each(["a/ b", "a/?", "1/", "/", "a", "a./", ["a/"]])("%j is refused", (prefix) => {
    expect(() => checkPrefix(prefix as string)).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });
});

describe("a key with one part of another's shape is unknown:", () => {
  const name = { id: ID, min: ID, max: ID, count: 1, bytes: 1, removedAt: 1 };

  test.each([
    ["a shard that is followed by no slash", batchKey(BASE, ID).replace(`/${ID}`, `x${ID}`)],
    ["a segment whose id is none", segmentKey(BASE, { ...name, id: "short" })],
    ["a segment whose smallest is no id", segmentKey(BASE, { ...name, min: "short" })],
    ["a segment whose largest is no id", segmentKey(BASE, { ...name, max: "short" })],
    ["a segment whose count is negative", segmentKey(BASE, { ...name, count: -1 })],
    ["a segment whose bytes are no number", segmentKey(BASE, { ...name, bytes: Number.NaN })],
    ["a segment whose time is a fraction", segmentKey(BASE, { ...name, removedAt: 0.5 })],
  ])("%s", (_, key) => {
    expect(parseKey(BASE, key)).toEqual({ group: "unknown" });
  });
});
