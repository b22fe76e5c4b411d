import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ListError } from "../src/errors.ts";
import { decodeValue, encodeValue, utf8Bytes } from "../src/value.ts";

class Point {
  readonly x = 1;
}

const sparse = [1, 2, 3];
delete sparse[1];
const withProperty = Object.assign([1], { extra: 1 });
const circularArray: unknown[] = [];
circularArray.push([circularArray]);
const hidden = Object.defineProperty({}, "hidden", { value: 1, enumerable: false });
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

/** Everything that JSON would change or refuse. */
const CHANGED: readonly { readonly what: string; readonly value: unknown }[] = [
  { what: "undefined", value: undefined },
  { what: "a function", value: () => 1 },
  { what: "a class", value: Point },
  { what: "a symbol", value: Symbol.iterator },
  { what: "a BigInt", value: 10n },
  { what: "NaN", value: Number.NaN },
  { what: "Infinity", value: Number.POSITIVE_INFINITY },
  { what: "-Infinity", value: Number.NEGATIVE_INFINITY },
  { what: "-0", value: -0 },
  { what: "a Date", value: new Date(0) },
  { what: "an invalid Date", value: new Date(Number.NaN) },
  { what: "a RegExp", value: /x/ },
  { what: "an Error", value: new Error("x") },
  { what: "a Map", value: new Map() },
  { what: "a Set", value: new Set([1]) },
  { what: "a WeakMap", value: new WeakMap() },
  { what: "a typed array", value: new Float64Array(2) },
  { what: "an ArrayBuffer", value: new ArrayBuffer(2) },
  { what: "a URL", value: new URL("https://example.com") },
  { what: "a class instance", value: new Point() },
  { what: "an object with a prototype of its own", value: Object.create({ x: 1 }) },
  { what: "a boxed string", value: Object("x") },
  { what: "a boxed number", value: Object(1) },
  { what: "an array with a hole", value: sparse },
  { what: "an empty array of length 3", value: new Array(3) },
  { what: "an array with a property", value: withProperty },
  { what: "an object with a symbol", value: { [Symbol("x")]: 1 } },
  { what: "an object with a hidden property", value: hidden },
  { what: "an object with toJSON", value: { toJSON: () => 1 } },
  { what: "an array with toJSON", value: Object.assign([], { toJSON: () => 1 }) },
  { what: "an array in itself", value: circularArray },
  { what: "501 arrays in each other", value: nested(501) },
];

describe("a value that JSON would change is refused with its path", () => {
  test.each(CHANGED)("$what", ({ value }) => {
    for (const [wrapped, path] of [
      [value, "value"],
      [[0, value], "value[1]"],
      [{ a: { "b-c": value } }, 'value.a["b-c"]'],
    ] as const) {
      const refusal = caught(() => encodeValue(wrapped, "value"));
      expect(refusal).toBeInstanceOf(ListError);
      expect(refusal).toMatchObject({
        code: "invalid-value",
        message: expect.stringContaining(path),
      });
    }
  });
});

describe("a value that JSON carries is stored as it is", () => {
  test("whatever fast-check comes up with: unchanged, or refused with a path", () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
      withUnicodeString: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        try {
          expect(decodeValue(encodeValue(value, "value"))).toEqual(withPrototypes(value));
        } catch (error) {
          if (!(error instanceof ListError)) throw error;
          expect(error.message).toMatch(/^value/);
        }
      }),
      { numRuns: 10_000 },
    );
  });

  test("all of JSON is taken", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        fc.pre(!JSON.stringify([value]).includes("-0") && !hasNegativeZero(value));
        expect(decodeValue(encodeValue(value, "value"))).toEqual(value);
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    { what: "500 arrays in each other", value: nested(500) },
    { what: "an object of another realm", value: runInNewContext("({ a: [1, { b: null }] })") },
    { what: "an array of another realm", value: runInNewContext("[1, [2]]") },
    { what: "an object without a prototype", value: Object.assign(Object.create(null), { a: 1 }) },
    { what: "one object in two places", value: ((same) => [same, same])({ a: 1 }) },
    { what: "a property named __proto__", value: JSON.parse('{"__proto__":{"a":1}}') },
    { what: "half a surrogate pair", value: ["\ud800", "a\udc00"] },
    { what: "an empty key", value: { "": "" } },
    { what: "a frozen object", value: Object.freeze({ a: Object.freeze([1]) }) },
  ])("$what", ({ value }) => {
    const encoded = encodeValue(value, "value");
    expect(encoded.text).toBe(JSON.stringify(value));
    expect(JSON.stringify(decodeValue(encoded))).toBe(encoded.text);
  });

  test("with the size of its text in bytes", () => {
    expect(encodeValue("é😀\ud800", "value").bytes).toBe(2 + 2 + 4 + 6);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(utf8Bytes(text)).toBe(Buffer.byteLength(text));
      }),
    );
  });
});

function caught(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

/** JSON has no objects without a prototype; that alone is no change. */
function withPrototypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPrototypes);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withPrototypes(item)]),
  );
}

function hasNegativeZero(value: unknown): boolean {
  if (Object.is(value, -0)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(hasNegativeZero);
}
