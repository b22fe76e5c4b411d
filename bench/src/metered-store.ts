import type { JsonValue, RecordStore } from "@shardlist/core";
import type { BilledOperations } from "./prices.ts";

/** A store whose calls are counted as they are billed. */
export interface MeteredStore extends RecordStore {
  /** What was billed since the last `reset`. */
  billed(): BilledOperations;
  /** Bytes of keys and records that were put since the last `reset`. */
  bytesPut(): number;
  reset(): void;
}

/** Counts what goes to a store. */
export function metered(store: RecordStore): MeteredStore {
  const counts = { put: 0, get: 0, delete: 0, list: 0 };
  let bytes = 0;
  const { getMany } = store;
  return {
    name: store.name,
    limits: store.limits,
    classify: (error) => store.classify(error),
    put(key, record, options) {
      counts.put++;
      bytes += key.length + bytesOf(record);
      return store.put(key, record, options);
    },
    get(ref) {
      counts.get++;
      return store.get(ref);
    },
    ...(getMany && {
      getMany(refs: readonly string[]) {
        counts.get += refs.length;
        return getMany.call(store, refs);
      },
    }),
    delete(ref) {
      counts.delete++;
      return store.delete(ref);
    },
    list(prefix, cursor) {
      counts.list++;
      return store.list(prefix, cursor);
    },
    billed: () => ({ ...counts }),
    bytesPut: () => bytes,
    reset() {
      Object.assign(counts, { put: 0, get: 0, delete: 0, list: 0 });
      bytes = 0;
    },
  };
}

/** Bytes of a record as JSON. */
export function bytesOf(record: JsonValue): number {
  return Buffer.byteLength(JSON.stringify(record));
}
