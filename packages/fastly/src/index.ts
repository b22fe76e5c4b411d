export {
  fastlyKV,
  type KVStoreEntryLike,
  type KVStoreLike,
  type KVStorePage,
} from "./fastly-kv.ts";
export type { FastlyKVOptions } from "./options.ts";
