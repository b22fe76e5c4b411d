export { type CompactAllOptions, type CompactAllReport, compactAll } from "@shardlist/core";
export type { StoreOptions } from "./options.ts";
export { type R2BucketLike, type R2ListedObject, type R2Page, r2 } from "./r2.ts";
export { type KVListedKey, type KVNamespaceLike, type KVPage, workersKV } from "./workers-kv.ts";
