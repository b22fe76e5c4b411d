import type { JsonValue } from "../../json.ts";

/** Records that stores have been seen to damage. */
export const SAMPLES: readonly { readonly what: string; readonly record: JsonValue }[] = [
  { what: "an object", record: { type: "batch", values: ["ada", { nested: [1, [2, [3]]] }] } },
  { what: "null", record: null },
  { what: "false", record: false },
  { what: "zero", record: 0 },
  { what: "the empty text", record: "" },
  { what: "the empty list", record: [] },
  { what: "the empty object", record: {} },
  { what: "text that looks like a number", record: "0" },
  { what: "text that looks like JSON", record: '{"a":1}' },
  { what: "a large number", record: 1.7976931348623157e308 },
  { what: "emoji", record: "👩‍👩‍👧 and é" },
  { what: "half a surrogate pair", record: ["\ud83d", "\ude00 the other half"] },
  { what: "control characters", record: "\u0000\u0001\n\r\t\u2028\ufeff" },
  {
    what: "keys with a meaning in JavaScript",
    record: JSON.parse('{"__proto__":{"a":1},"constructor":0,"length":7}'),
  },
  { what: "keys that look like numbers", record: { 10: "b", 9: "a", "-1": "c" } },
  { what: "characters of keys, addresses and SQL", record: "a/b?c=d#e&f %25 %s '; -- \" \\" },
];

/** A record whose JSON takes exactly so many bytes; three at least. */
export function recordOfBytes(bytes: number): JsonValue {
  const body = bytes - QUOTES;
  // Two-byte characters: a limit counted in characters shows.
  return (body % 2 === 1 ? "x" : "") + "é".repeat(Math.floor(body / 2));
}

const QUOTES = 2;

/** Keys in the order of bytes, as list stores make them: fixed-width labels below a prefix. */
export function orderedLabels(count: number): string[] {
  return Array.from({ length: count }, (_, i) => i.toString(36).padStart(6, "0"));
}
