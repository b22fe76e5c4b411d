import stringify from "fast-json-stable-stringify";

/**
 * A ready `keyOf`: values are the same when their JSON is, whatever the order of their properties.
 *
 * @example
 * ```ts
 * const tags = createListStore<string>(store, { keyOf: byValue }).list("tags");
 * ```
 * @returns The value's JSON with sorted properties: two values with the same text are one entry. Long values make long
 * texts, which are compared in memory and stored nowhere.
 */
export function byValue(value: unknown): string {
  return stringify(value);
}
