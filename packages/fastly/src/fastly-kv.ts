import type { RecordStore } from "@shardlist/core";
import { classifyFastlyKVError, isNotFound } from "./fastly-kv-errors.ts";
import { listedRecord, nameWithRecord } from "./inline-name.ts";
import { checkStore, type FastlyKVOptions, resolveOptions } from "./options.ts";
import { checkKey, checkName, decodeRecord, encodeRecord, fitsInto } from "./record-text.ts";

/**
 * A record store over a Fastly KV store, in Compute.
 *
 * A listing there gives names only. So a small record rides in its name, as base64url behind a `!`,
 * and reading a thousand of them costs one list and no get. That is a record of up to 324 bytes of
 * JSON behind a key of up to 56 bytes, and of less behind a longer one. A larger record, and one
 * that is kept out of the listing, is stored under its plain key. The value is the record's JSON
 * either way, so that other tools can read it.
 *
 * Every method is one operation. There is no bulk read, and no conditional write that a list could
 * use. A put holds up the whole request until the store has answered: that is how the runtime
 * works.
 *
 * @example
 * ```ts
 * import { KVStore } from "fastly:kv-store";
 *
 * const comments = createListStore(fastlyKV(new KVStore("lists"))).list("comments");
 * ```
 * @param store - `new KVStore(name)`, made while a request is handled: the runtime forbids it
 * earlier.
 * @throws {@link ListError} `invalid-option` when `store` is none, or one without `list`, or an
 * option can't work.
 */
export function fastlyKV(store: KVStoreLike, options: FastlyKVOptions = {}): RecordStore {
  checkStore(store);
  const { limits, nameBytes, freshness } = resolveOptions(options);
  return {
    name: "fastly-kv",
    limits,
    async put(key, record, { inline = true, expirationTtl } = {}) {
      checkKey(key, limits);
      const text = encodeRecord(record, limits);
      const mayRide = inline && fitsInto(limits.inlineBytes, text);
      const name = mayRide ? nameWithRecord(key, text, nameBytes) : key;
      await store.put(name, text, expirationTtl === undefined ? {} : { ttl: expirationTtl });
    },
    async get(ref) {
      checkName(ref, limits);
      const entry = await store.get(ref);
      return entry === null ? undefined : decodeRecord(await entry.text());
    },
    async delete(ref) {
      checkName(ref, limits);
      try {
        await store.delete(ref);
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
    async list(prefix, cursor) {
      // The runtime refuses empty options, and a cursor without its prefix leads to other keys.
      const page = await store.list({
        limit: limits.pageSize,
        ...freshness,
        ...(prefix === "" ? {} : { prefix }),
        ...(isCursor(cursor) ? { cursor } : {}),
      });
      const records = page.list.map(listedRecord);
      return isCursor(page.cursor) ? { records, cursor: page.cursor } : { records };
    },
    classify: classifyFastlyKVError,
  };
}

/** A last page has no cursor; a blank one would start the listing over. */
function isCursor(cursor: unknown): cursor is string {
  return typeof cursor === "string" && cursor !== "";
}

/**
 * What is called of a KV store, so that no vendor type is needed. `KVStore` of `fastly:kv-store` is
 * one.
 */
export interface KVStoreLike {
  put(key: string, value: string, options: { ttl?: number }): Promise<unknown>;
  get(key: string): Promise<KVStoreEntryLike | null>;
  delete(key: string): Promise<unknown>;
  list(options: {
    limit: number;
    prefix?: string;
    cursor?: string;
    noSync?: boolean;
  }): Promise<KVStorePage>;
}

/** A value that was found. */
export interface KVStoreEntryLike {
  text(): Promise<string>;
}

/** A page of a listing. The last one has no cursor. */
export interface KVStorePage {
  readonly list: readonly string[];
  readonly cursor?: string | null | undefined;
}
