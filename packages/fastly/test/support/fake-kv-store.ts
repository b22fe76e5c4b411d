import type { KVStoreLike } from "../../src/index.ts";

/** One call of the binding: method and arguments, as they came. */
export type Call = readonly [method: keyof KVStoreLike, ...args: unknown[]];

/** The binding, what was called, and what it holds. */
export interface FakeKVStore {
  readonly binding: KVStoreLike;
  readonly calls: Call[];
  readonly stored: Map<string, string>;
}

/** How a last page says that it is the last. */
export interface LastPage {
  readonly cursor?: string | null | undefined;
}

/**
 * A KV store in memory that notes every call and refuses, as the runtime does, on the spot or with
 * a rejected promise.
 */
export function fakeKVStore(lastPage: LastPage = {}): FakeKVStore {
  const stored = new Map<string, string>();
  const calls: Call[] = [];
  const binding: KVStoreLike = {
    put(key, value, options) {
      calls.push(["put", key, value, options]);
      checkName(key);
      stored.set(key, value);
      return Promise.resolve();
    },
    async get(key) {
      calls.push(["get", key]);
      checkName(key);
      const value = stored.get(key);
      return value === undefined ? null : { text: async () => value };
    },
    async delete(key) {
      calls.push(["delete", key]);
      checkName(key);
      if (!stored.delete(key)) throw new TypeError("KVStore delete: Not found.");
    },
    list(options) {
      calls.push(["list", { ...options }]);
      const { prefix, cursor, limit } = options;
      if (prefix === "" || cursor === "") throw new Error("list: Invalid argument.\n");
      const after = cursor === undefined ? "" : atob(cursor);
      const names = [...stored.keys()]
        .filter((name) => name.startsWith(prefix ?? "") && name > after)
        .sort();
      const list = names.slice(0, limit);
      return Promise.resolve(
        names.length > limit ? { list, cursor: btoa(list.at(-1) ?? "") } : { list, ...lastPage },
      );
    },
  };
  return { binding, calls, stored };
}

function checkName(name: string): void {
  const bad = /[#;?^|\n\r]/.exec(name)?.[0];
  if (bad !== undefined) throw new TypeError(`KVStore key can not contain ${bad} character`);
  if (new TextEncoder().encode(name).length > 1024)
    throw new TypeError("KVStore key can not be more than 1024 characters");
}
