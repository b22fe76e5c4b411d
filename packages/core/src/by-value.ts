import stringify from "fast-json-stable-stringify";

/**
 * A ready `keyOf`: values are the same when their JSON is, whatever the order of their properties.
 *
 * @example
 * ```ts
 * const tags = createListStore<string>(store, { keyOf: byValue }).list("tags");
 * ```
 */
export function byValue(value: unknown): string {
  return stringify(value);
}
