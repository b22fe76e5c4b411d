import type { JsonValue } from "@shardlist/core";

/** Makes the record of a long value too large for some of the listings. */
const PADDING = "x".repeat(100);

/** The value that stands for an element. */
export function valueFor(element: number, long: boolean): JsonValue {
  return long ? [element, PADDING] : element;
}

/** The element that a value stands for; -1 for a value that nobody appends. */
export function elementOf(value: JsonValue): number {
  if (typeof value === "number") return value;
  const [element] = Array.isArray(value) ? value : [];
  return typeof element === "number" ? element : -1;
}
