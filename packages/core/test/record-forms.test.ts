import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../src/json.ts";
import { decodeBatch, encodeBatch } from "../src/record/batch.ts";
import { sealed } from "../src/record/checksum.ts";
import { decodeHead, encodeHead, joinHeads } from "../src/record/head.ts";
import {
  checksumHolds,
  decodeSegment,
  encodeSegment,
  type Segment,
} from "../src/record/segment.ts";
import { numbers } from "./support/lab.ts";

const [A, B, C] = [
  "-OhqqeV---aaaaaaaaaaaa",
  "-OhqqeV--0aaaaaaaaaaaa",
  "-OhqqeV--1aaaaaaaaaaaa",
] as [string, string, string];

function withChecksum(fields: JsonObject): JsonObject {
  return sealed(fields).record;
}

describe("a stored form", () => {
  test("of a batch has no columns where no entry has a key or an expiry time", () => {
    expect(encodeBatch([{ value: 1 }, { value: 2 }])).toStrictEqual({ batch: 1, values: [1, 2] });
    expect(encodeBatch([{ value: 1 }, { value: 2, key: "k" }])).toStrictEqual({
      batch: 1,
      values: [1, 2],
      keys: [null, "k"],
    });
  });

  test("of a segment has no keys or expiry times where no entry has one", () => {
    const entry = { id: A, value: 1, appendedAt: 0 };
    const segment = { removed: new Map(), absorbed: new Set<string>(), replaces: [] };
    const plain = encodeSegment({ ...segment, entries: [entry] }).record;
    expect(Object.keys(plain)).toEqual([
      "segment",
      "ids",
      "values",
      "removed",
      "absorbed",
      "replaces",
      "checksum",
    ]);
    const full = encodeSegment({
      ...segment,
      entries: [entry, { ...entry, id: B, key: "k", expiresAt: 5 }],
    }).record;
    expect(full).toMatchObject({ keys: [[1, "k"]], expiresAt: [[1, 5]] });
  });

  test("of a segment is the same bytes in whatever order its removed ids were found", () => {
    const segment = (removed: readonly (readonly [string, number])[]): Segment => ({
      entries: [],
      removed: new Map(removed),
      absorbed: new Set([C]),
      replaces: [],
    });
    const D = `${C.slice(0, -1)}b`;
    const one = encodeSegment(
      segment([
        [A, 10],
        [B, 9],
        [D, 10],
        [C, 9],
      ]),
    ).record;
    const other = encodeSegment(
      segment([
        [D, 10],
        [C, 9],
        [B, 9],
        [A, 10],
      ]),
    ).record;
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
    expect(one.removed).toEqual([
      [9, B],
      [10, A + D],
    ]);
    expect(one.absorbed).toEqual([[9, C]]);
  });

  test("of a head has only the fields that it has", () => {
    const bare = { seen: new Map([[A, 1]]) };
    expect(encodeHead(bare).record).toStrictEqual(withChecksum({ head: 1, seen: [[A, 1]] }));
    expect(decodeHead(encodeHead(bare).record)).toStrictEqual({ ok: true, value: bare });
    const current = { at: 1, keys: ["a"] };
    expect(encodeHead({ ...bare, current }).record).toStrictEqual(
      withChecksum({ head: 1, current, seen: [[A, 1]] }),
    );
    expect(decodeHead(encodeHead({ ...bare, current }).record)).toStrictEqual({
      ok: true,
      value: { ...bare, current },
    });
    expect(joinHeads(bare, bare)).toStrictEqual(bare);
  });

  test("has a checksum of eight hex digits, whatever it holds", () => {
    for (const n of numbers(0, 300)) expect(sealed({ n }).record.checksum).toMatch(/^[0-9a-f]{8}$/);
  });
});

describe("is refused, though everything else about it is right:", () => {
  test.each([
    { current: "x" },
    { current: 7 },
    { current: null },
    { current: [] },
    { current: { keys: [] } },
    { current: { at: "x", keys: [] } },
    { current: { at: -1, keys: [] } },
    { current: { at: 1 } },
    { current: { at: 1, keys: "a" } },
    { current: { at: 1, keys: ["a", 7] } },
    { seen: "x" },
    { seen: null },
    { seen: {} },
    { seen: [7] },
    { seen: [{ 0: A, 1: 1 }] },
    { seen: [["short", 1]] },
    { seen: [[A]] },
    { seen: [[A, "x"]] },
    { seen: [[A, -1]] },
    {
      seen: [
        [A, 1],
        [7, 1],
      ],
    },
  ] satisfies JsonObject[])("a head with %j", (fields) => {
    const whole = { head: 1, seen: [[A, 1]], current: { at: 1, keys: ["a"] } };
    expect(decodeHead(withChecksum(whole)).ok).toBe(true);
    expect(decodeHead(withChecksum({ ...whole, ...fields }))).toMatchObject({ ok: false });
  });

  test("a head without what was seen", () => {
    expect(decodeHead(withChecksum({ head: 1 }))).toMatchObject({ ok: false });
  });

  test.each([
    { keys: ["a", 7] },
    { keys: [7, "a"] },
    { expiresAt: [1, -1] },
    { expiresAt: ["x", 1] },
  ] satisfies JsonObject[])("a batch with %j", (fields) => {
    expect(decodeBatch(A, { batch: 1, values: [1, 2], ...fields })).toMatchObject({ ok: false });
  });

  test.each([
    { keys: [[0, 7]] },
    { keys: [[0, "k", 1]] },
    { keys: [["0", "k"]] },
    { keys: [[1, "k"]] },
    { keys: [{ 0: 0, 1: "k", length: 2 }] },
    { keys: { 0: [0, "k"] } },
    {
      keys: [
        [0, "k"],
        [0, null],
      ],
    },
    { expiresAt: [[0, "x"]] },
    { expiresAt: [[0, -1]] },
    { ids: A + B },
    { ids: "" },
    { ids: A.slice(1) },
    { removed: [[1, "short"]] },
    { removed: [["x", A]] },
    { removed: [7] },
    { absorbed: [[-1, A]] },
    { replaces: "short" },
  ] satisfies JsonObject[])("a segment with %j", (fields) => {
    const whole: JsonValue = encodeSegment({
      entries: [{ id: A, value: 1, appendedAt: 0 }],
      removed: new Map(),
      absorbed: new Set(),
      replaces: [],
    }).record;
    expect(decodeSegment({ count: 1 }, whole).ok).toBe(true);
    expect(decodeSegment({ count: 1 }, { ...whole, ...fields })).toMatchObject({ ok: false });
  });
});

test("heads join whatever they know, down to the first millisecond of all", () => {
  const current = { at: 0, keys: ["a"] };
  const some = { seen: new Map([[A, 1]]), current };
  const none = { seen: new Map([[B, 2]]) };
  for (const joined of [joinHeads(some, none), joinHeads(none, some)]) {
    expect(joined.current).toEqual(current);
    expect(Object.fromEntries(joined.seen)).toEqual({ [A]: 1, [B]: 2 });
  }
});

test("a checksum holds for no record but a segment", () => {
  const fields = { batch: 1, values: [1] };
  expect(checksumHolds(withChecksum(fields))).toBe(false);
  expect(checksumHolds(withChecksum({ segment: 1 }))).toBe(true);
});
