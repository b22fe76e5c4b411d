import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeName, unescapeName } from "../src/escape-name.ts";
import {
  batchKey,
  checkPrefix,
  headKey,
  listBase,
  NO_ID,
  parseKey,
  type SegmentName,
  SHARDS,
  segmentKey,
  tombstoneKey,
} from "../src/key.ts";
import { memoryStore } from "../src/memory/index.ts";
import { utf8Bytes } from "../src/value.ts";
import { anyIds } from "./support/arbitraries.ts";

const { limits } = memoryStore();
const RUNS = { numRuns: 10_000 };
const PREFIX = "sl1/";

/** Names that people give, and names that try to break out. */
const names = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }),
  fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(..."ab/~%.-_:é 4F1") }),
  fc.constantFrom("a", "ab", "a/", "a/e", "a/e/0", "~2F", "%2F", ".", "..", "a:", "h", "sl1", "😀"),
);

const segmentNames: fc.Arbitrary<SegmentName> = fc.record({
  id: anyIds,
  min: anyIds,
  max: anyIds,
  count: fc.nat(99_999_999),
  bytes: fc.nat(99_999_999),
  removedAt: fc.integer({ min: 0, max: 2 ** 48 }),
});

describe("the name of a list in its keys", () => {
  test("is found again, and holds only what every platform takes", () => {
    fc.assert(
      fc.property(names, (name) => {
        const escaped = escapeName(name);
        expect(escaped).toMatch(/^[A-Za-z0-9_~-]+$/);
        expect(unescapeName(escaped)).toBe(name);
      }),
      RUNS,
    );
  });

  test("never makes one list's keys start as another's do", () => {
    fc.assert(
      fc.property(names, names, (one, other) => {
        fc.pre(one !== other);
        const [a, b] = [listBase(PREFIX, one, limits), listBase(PREFIX, other, limits)];
        expect(a.startsWith(b) || b.startsWith(a)).toBe(false);
      }),
      RUNS,
    );
  });

  test("that is not escaped as we escape is nobody's", () => {
    for (const text of ["", "~2f", "a.b", "~41", "~", "~2", "~GG", "~E9", "a/b", "%41", "é"])
      expect(unescapeName(text)).toBeUndefined();
  });

  test.each(["", "\ud800", "a\udc00b"])("%j is refused", (name) => {
    expect(() => listBase(PREFIX, name, limits)).toThrow(
      expect.objectContaining({ code: "invalid-name" }),
    );
  });

  test.each([undefined, null, 7, {}])("%j is refused", (name) => {
    expect(() => listBase(PREFIX, name as unknown as string, limits)).toThrow(
      expect.objectContaining({ code: "invalid-name" }),
    );
  });

  test("may be so long that the longest key just fits, and not one byte more", () => {
    for (const keyBytes of [512, 1024, 300]) {
      const budget = { ...limits, keyBytes };
      let longest = "x";
      for (let name = "x"; ; name += "x") {
        try {
          longest = listBase(PREFIX, name, budget);
        } catch {
          break;
        }
      }
      const id = "z".repeat(22);
      const most = {
        id,
        min: id,
        max: id,
        count: 99_999_999,
        bytes: 99_999_999,
        removedAt: 10 ** 15 - 1,
      };
      const bytes = utf8Bytes(segmentKey(longest, most));
      expect(bytes).toBe(Math.min(512, keyBytes));
      expect(utf8Bytes(batchKey(longest, id))).toBeLessThanOrEqual(bytes);
    }
  });
});

describe("a key", () => {
  test("of a batch, a tombstone, a segment or the head is found again", () => {
    fc.assert(
      fc.property(names, anyIds, segmentNames, (name, id, segment) => {
        const base = listBase(PREFIX, name, limits);
        expect(parseKey(base, batchKey(base, id))).toEqual({ group: "batch", id });
        expect(parseKey(base, tombstoneKey(base, id))).toEqual({ group: "tombstone", id });
        expect(parseKey(base, segmentKey(base, segment))).toEqual({ group: "segment", segment });
        expect(parseKey(base, headKey(base))).toEqual({ group: "head" });
      }),
      RUNS,
    );
  });

  test("of one list is unknown to every other", () => {
    fc.assert(
      fc.property(names, names, anyIds, segmentNames, (one, other, id, segment) => {
        fc.pre(one !== other);
        const [mine, theirs] = [listBase(PREFIX, one, limits), listBase(PREFIX, other, limits)];
        for (const key of [
          batchKey(theirs, id),
          tombstoneKey(theirs, id),
          segmentKey(theirs, segment),
          headKey(theirs),
        ])
          expect(parseKey(mine, key)).toEqual({ group: "unknown" });
      }),
      { numRuns: 3_000 },
    );
  });

  test("that differs from ours in one letter is not taken for it", () => {
    const base = listBase(PREFIX, "a", limits);
    const keys = fc.oneof(
      anyIds.map((id) => batchKey(base, id)),
      segmentNames.map((name) => segmentKey(base, name)),
      fc.constant(headKey(base)),
    );
    const letters = fc.constantFrom(..."az09-_./~ é", "");
    fc.assert(
      fc.property(keys, fc.nat(200), letters, (key, place, letter) => {
        const at = base.length + (place % (key.length - base.length));
        const changed = key.slice(0, at) + letter + key.slice(at + 1);
        fc.pre(changed !== key);
        const parsed = parseKey(base, changed);
        const rebuilt = {
          batch: () => parsed.group === "batch" && batchKey(base, parsed.id),
          tombstone: () => parsed.group === "tombstone" && tombstoneKey(base, parsed.id),
          segment: () => parsed.group === "segment" && segmentKey(base, parsed.segment),
          head: () => headKey(base),
          unknown: () => changed,
        }[parsed.group]();
        expect(rebuilt).toBe(changed);
      }),
      RUNS,
    );
  });

  test.each([
    "",
    "e",
    "e/",
    "e/0",
    "e/0/short",
    `e/0/${NO_ID}/more`,
    `x/0/${NO_ID}`,
    "h/",
    "h/0",
    "s/",
    `s/${NO_ID}`,
    `s/${NO_ID}.${NO_ID}.${NO_ID}.1.1`,
    `s/${NO_ID}.${NO_ID}.${NO_ID}.1.1.1.1`,
    `s/x${NO_ID}.${NO_ID}.${NO_ID}.1.1.1`,
    `s/${NO_ID}.${NO_ID}.${NO_ID}.01.1.1`,
    `s/${NO_ID}.${NO_ID}.${NO_ID}.-1.1.1`,
    `s/${NO_ID}.${NO_ID}.${NO_ID}.1e3.1.1`,
    `s/${NO_ID}.${NO_ID}.${NO_ID}.1..1`,
    `s/${NO_ID}.${NO_ID}.${NO_ID}.1.1.1/x`,
  ])("%j is unknown", (rest) => {
    expect(parseKey("sl1/a/", `sl1/a/${rest}`)).toEqual({ group: "unknown" });
  });

  test("of tombstones sorts before those of batches, and those before the segments", () => {
    const id = "z".repeat(22);
    const name = { id: NO_ID, min: NO_ID, max: NO_ID, count: 0, bytes: 0, removedAt: 0 };
    const keys = [
      tombstoneKey("a/", id),
      batchKey("a/", NO_ID),
      headKey("a/"),
      segmentKey("a/", name),
    ];
    expect([...keys].sort()).toEqual(keys);
  });

  test("of random ids falls into all 16 shards alike", () => {
    const counts = new Map<string, number>();
    for (const id of fc.sample(anyIds, { numRuns: 16_000, seed: 7 })) {
      const shard = batchKey("", id).charAt(2);
      counts.set(shard, (counts.get(shard) ?? 0) + 1);
    }
    expect([...counts.keys()].sort().join("")).toBe(SHARDS);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(200);
  });
});

describe("a prefix", () => {
  test.each(["sl1/", "a/", "A/b/c/", "x~:@+,=_-9/"])("%j is taken", (prefix) => {
    expect(checkPrefix(prefix)).toBe(prefix);
  });

  test.each(["", "/", "a", "1/", "./", "a./", "é/", "a b/", "a%/", "~/", undefined, null, 7])(
    "%j is refused by name",
    (prefix) => {
      expect(() => checkPrefix(prefix as string)).toThrow(
        expect.objectContaining({
          code: "invalid-option",
          message: expect.stringContaining("`prefix`"),
        }),
      );
    },
  );
});
