import { ListError } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import type { ListedRecord, ListPage, RecordStore, StoreLimits } from "../record-store.ts";
import { orderedKeys } from "./ordered-keys.ts";
import {
  checkKey,
  fromRecordText,
  notACursor,
  type RecordText,
  tooManyKeys,
  toRecordText,
} from "./record-text.ts";

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /**
   * Limits other than Workers KV's, to see how a list behaves under them.
   *
   * @default those of Workers KV, and no operation budget
   */
  readonly limits?: Partial<StoreLimits>;
}

/**
 * A record store in this process's memory: for tests, for development and for data that may go with
 * the process.
 *
 * It is always up to date: a read shows every write that has resolved. To see what an edge store
 * does instead, use `simulatedStore` from `@shardlist/core/testing`. Records are kept as JSON text,
 * so no caller shares an object with another. A record of up to 1,024 bytes comes with the listing,
 * as on Workers KV. `expirationTtl` is checked, and nothing ever expires.
 *
 * A call costs a few microseconds, also with a million keys, and a record the memory of its text.
 *
 * @example
 * ```ts
 * import { createListStore } from "@shardlist/core";
 * import { memoryStore } from "@shardlist/core/memory";
 *
 * const lists = createListStore(memoryStore());
 * ```
 * @param options - {@link MemoryStoreOptions}
 * @returns A store of its own; two calls share nothing.
 */
export function memoryStore(options: MemoryStoreOptions = {}): RecordStore {
  const limits: StoreLimits = { ...MEMORY_LIMITS, ...options.limits };
  const records = new Map<string, RecordText>();
  const keys = orderedKeys();

  function read(ref: string): JsonValue | undefined {
    checkKey(ref, limits);
    const found = records.get(ref);
    return found === undefined ? undefined : fromRecordText(found.text);
  }

  return {
    name: "memory",
    limits,

    async put(key, record, putOptions = {}) {
      checkKey(key, limits);
      const stored = toRecordText(record, putOptions, limits);
      if (!records.has(key)) keys.add(key);
      records.set(key, stored);
    },

    async get(ref) {
      return read(ref);
    },

    async getMany(refs) {
      const most = limits.bulkGetKeys ?? MOST_BULK_KEYS;
      if (refs.length > most) throw tooManyKeys(refs.length, most);
      return new Map(refs.map((ref) => [ref, read(ref)]));
    },

    async delete(ref) {
      checkKey(ref, limits);
      if (records.delete(ref)) keys.remove(ref);
    },

    async list(prefix, cursor) {
      const after = cursor === undefined ? undefined : keyOfCursor(cursor, prefix);
      const page: ListedRecord[] = [];
      let more = false;
      keys.walk(after ?? prefix, (key) => {
        if (key === after) return true;
        if (!key.startsWith(prefix)) return false;
        more = page.length === limits.pageSize;
        if (!more) page.push(listed(key, records.get(key)));
        return !more;
      });
      return pageOf(page, more);
    },

    classify: (error) => (error instanceof ListError ? "invalid" : "unknown"),
  };
}

/** Workers KV: keys in one bulk get. */
const MOST_BULK_KEYS = 100;

const MEMORY_LIMITS: StoreLimits = {
  /** Workers KV: bytes of a key. */
  keyBytes: 512,
  /** Workers KV: bytes of metadata. */
  inlineBytes: 1024,
  /** Workers KV: 25 MiB in a value. */
  valueBytes: 25 * 1024 * 1024,
  /** Workers KV: keys on a page. */
  pageSize: 1000,
  operationsPerInvocation: Number.MAX_SAFE_INTEGER,
  /** Workers: six connections may be open at once. */
  parallelCalls: 6,
  bulkGetKeys: MOST_BULK_KEYS,
};

function listed(key: string, found: RecordText | undefined): ListedRecord {
  return found?.inline ? { key, ref: key, record: fromRecordText(found.text) } : { key, ref: key };
}

/**
 * The cursor names the last key of its page, so a key that is deleted or added meanwhile doesn't
 * disturb the walk.
 */
function pageOf(records: readonly ListedRecord[], more: boolean): ListPage {
  const last = records[records.length - 1];
  return more && last !== undefined ? { records, cursor: CURSOR_MARK + last.key } : { records };
}

const CURSOR_MARK = "after:";

function keyOfCursor(cursor: string, prefix: string): string {
  if (!cursor.startsWith(CURSOR_MARK + prefix)) throw notACursor(cursor, prefix);
  return cursor.slice(CURSOR_MARK.length);
}
