import type { JsonValue, ListedRecord, RecordStore, StoreLimits } from "@shardlist/core";
import { checkKey } from "./check-key.ts";
import { listPage } from "./list-page.ts";
import { checkBinding, resolveLimits, type StoreOptions } from "./options.ts";
import { decodeRecord, encodeRecord } from "./record-text.ts";
import { classifyWorkersKVError } from "./workers-kv-errors.ts";

/** https://developers.cloudflare.com/kv/platform/limits */
const LIMITS: StoreLimits = {
  keyBytes: 512,
  /** A key's metadata holds 1,024 bytes of JSON. */
  inlineBytes: 1024,
  valueBytes: 25 * 1024 * 1024,
  pageSize: 1000,
  /** 1,000, less what the rest of a Worker may need. */
  operationsPerInvocation: 900,
  /** Six connections may wait for an answer, the seventh queues. */
  parallelCalls: 6,
  bulkGetKeys: 100,
};

/**
 * A record store over a Workers KV namespace.
 *
 * A record of up to 1,024 bytes of JSON is stored twice under its key: as the value, and as metadata, which comes with
 * every listing. So reading a thousand small records costs one list and no get, any get finds any record, and other
 * tools can read the namespace. The copy costs nothing but its bytes: a put is one write either way.
 *
 * Every method is one operation. Cloudflare bills a `getMany` of 100 keys as 100 reads.
 *
 * @example
 * ```ts
 * const comments = createListStore(workersKV(env.LISTS)).list("comments");
 * ```
 * @param namespace - The binding, as `env` has it.
 * @throws {@link ListError} `invalid-option` when there is no binding, or an option can't work.
 */
export function workersKV(namespace: KVNamespaceLike, options: StoreOptions = {}): RecordStore {
  checkBinding("namespace", namespace);
  const limits = resolveLimits(LIMITS, options);
  return {
    name: "workers-kv",
    limits,
    async put(key, record, { inline = true, expirationTtl } = {}) {
      const { text, bytes } = encodeRecord(record, limits);
      await namespace.put(checkKey(key, limits), text, {
        ...(inline && bytes <= limits.inlineBytes && { metadata: record }),
        ...(expirationTtl !== undefined && { expirationTtl }),
      });
    },
    // No `cacheTtl`, although segments never change: KV caches misses as well, and a segment that is listed before it
    // can be read must not stay missing for longer than it has to.
    async get(ref) {
      return decodeRecord(await namespace.get(checkKey(ref, limits), "text"));
    },
    async getMany(refs) {
      if (refs.length === 0) return new Map();
      const found = await namespace.get([...refs], "text");
      // Null says that a key is missing. One that is absent from the binding's map was lost on the way, as happens to
      // names that look like array indices, and must stay absent here.
      return new Map([...found].map(([ref, text]) => [ref, decodeRecord(text)]));
    },
    async delete(ref) {
      await namespace.delete(checkKey(ref, limits));
    },
    async list(prefix, cursor) {
      // The prefix goes with every cursor, or later pages hold the keys of other prefixes.
      const page = await namespace.list({
        prefix,
        limit: limits.pageSize,
        ...(cursor !== undefined && { cursor }),
      });
      return listPage(page.keys.map(listedRecord), page.list_complete, page.cursor);
    },
    classify: classifyWorkersKVError,
  };
}

function listedRecord({ name, metadata }: KVListedKey): ListedRecord {
  if (metadata === undefined || metadata === null) return { key: name, ref: name };
  // Metadata came out of JSON, so that is what it is.
  return { key: name, ref: name, record: metadata as JsonValue };
}

/** What is called of a Workers KV binding, so that no vendor type is needed. The runtime's `KVNamespace` is one. */
export interface KVNamespaceLike {
  put(
    key: string,
    value: string,
    options: { metadata?: unknown; expirationTtl?: number },
  ): Promise<void>;
  get(key: string, type: "text"): Promise<string | null>;
  get(keys: string[], type: "text"): Promise<Map<string, string | null>>;
  delete(key: string): Promise<void>;
  list(options: { prefix: string; limit: number; cursor?: string }): Promise<KVPage>;
}

/** A page of a listing. Only `list_complete` says that it is the last. */
export interface KVPage {
  readonly keys: readonly KVListedKey[];
  readonly list_complete: boolean;
  readonly cursor?: string | null | undefined;
}

/** A key of a listing. */
export interface KVListedKey {
  readonly name: string;
  readonly metadata?: unknown;
}
