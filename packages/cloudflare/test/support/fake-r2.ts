import type { R2BucketLike } from "../../src/index.ts";

/** One call of the binding: method and arguments, as they came. */
export type Call = readonly [method: keyof R2BucketLike, ...args: unknown[]];

/** The bucket, what was called, and what it holds. */
export interface FakeR2 {
  readonly binding: R2BucketLike;
  readonly calls: Call[];
  readonly stored: Map<
    string,
    { readonly value: string; readonly customMetadata: Record<string, string> }
  >;
}

/**
 * An R2 bucket in memory that notes every call. Its pages are shorter than asked for, as R2's are
 * when metadata needs room.
 */
export function fakeR2({ pageSize = 400 }: { pageSize?: number } = {}): FakeR2 {
  const stored: FakeR2["stored"] = new Map();
  const calls: Call[] = [];

  const binding: R2BucketLike = {
    async put(key, value, options) {
      calls.push(["put", key, value, options]);
      stored.set(key, { value, customMetadata: { ...options.customMetadata } });
    },
    async get(key) {
      calls.push(["get", key]);
      const found = stored.get(key);
      return found === undefined ? null : { text: async () => found.value };
    },
    async delete(key) {
      calls.push(["delete", key]);
      stored.delete(key);
    },
    async list(options) {
      calls.push(["list", { ...options }]);
      const after = options.cursor ?? "";
      const names = [...stored.keys()]
        .filter((name) => name.startsWith(options.prefix) && name > after)
        .sort();
      const page = names.slice(0, Math.min(options.limit, pageSize));
      const objects = page.map((key) => ({ key, customMetadata: stored.get(key)?.customMetadata }));
      return names.length > page.length
        ? { objects, truncated: true, cursor: page.at(-1) }
        : { objects, truncated: false };
    },
  };

  return { binding, calls, stored };
}
