import type { KVListedKey, KVNamespaceLike, KVPage } from "../../src/index.ts";

/** One call of the binding: method and arguments, as they came. */
export type Call = readonly [method: keyof KVNamespaceLike, ...args: unknown[]];

/** How the fake departs from a plain namespace. */
export interface FakeKVFaults {
  /** The cursor of a last page. @default none */
  readonly lastCursor?: { readonly cursor?: string | null | undefined };
  /** Empty pages that come before the first key. @default 0 */
  readonly emptyPages?: number;
}

/** A key's value and the text of its metadata. */
export interface Stored {
  readonly value: string;
  readonly metadata: string | undefined;
}

/** The namespace, what was called, and what it holds. */
export interface FakeKV {
  readonly binding: KVNamespaceLike;
  readonly calls: Call[];
  readonly stored: Map<string, Stored>;
}

/**
 * A Workers KV namespace in memory that notes every call. As in the real one, a cursor is only a
 * position: without its prefix it leads anywhere.
 */
export function fakeKV({ lastCursor = {}, emptyPages = 0 }: FakeKVFaults = {}): FakeKV {
  const stored = new Map<string, Stored>();
  const calls: Call[] = [];

  const binding: KVNamespaceLike = {
    async put(key, value, options) {
      calls.push(["put", key, value, options]);
      const metadata =
        options.metadata === undefined ? undefined : JSON.stringify(options.metadata);
      stored.set(key, { value, metadata });
    },
    get: async (asked: string | string[], type: "text") => {
      calls.push(["get", asked, type]);
      const answer =
        typeof asked === "string"
          ? textOf(asked)
          : new Map(asked.filter(isKept).map((key) => [key, textOf(key)]));
      return answer as never;
    },
    async delete(key) {
      calls.push(["delete", key]);
      stored.delete(key);
    },
    async list(options) {
      calls.push(["list", { ...options }]);
      const { prefix, limit, cursor } = options;
      const empty =
        cursor === undefined ? 0 : Number(/^empty-(\d+)$/.exec(cursor)?.[1] ?? emptyPages);
      if (empty < emptyPages)
        return { keys: [], list_complete: false, cursor: `empty-${empty + 1}` };
      return page(
        prefix,
        limit,
        cursor === undefined || cursor.startsWith("empty-") ? "" : cursor.slice("after-".length),
      );
    },
  };

  function textOf(key: string): string | null {
    return stored.get(key)?.value ?? null;
  }

  function page(prefix: string, limit: number, after: string): KVPage {
    const names = [...stored.keys()]
      .filter((name) => name.startsWith(prefix) && name > after)
      .sort();
    const keys = names.slice(0, limit).map(listed);
    const last = keys.at(-1);
    if (names.length <= limit || last === undefined)
      return { keys, list_complete: true, ...lastCursor };
    return { keys, list_complete: false, cursor: `after-${last.name}` };
  }

  function listed(name: string): KVListedKey {
    const metadata = stored.get(name)?.metadata;
    return metadata === undefined ? { name } : { name, metadata: JSON.parse(metadata) };
  }

  return { binding, calls, stored };
}

/** The real bulk get loses keys that look like array indices. */
function isKept(key: string): boolean {
  return !/^(0|[1-9]\d{0,9})$/.test(key);
}
