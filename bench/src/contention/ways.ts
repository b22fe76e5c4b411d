import type { ArrayWay } from "../../../examples/cloudflare-worker/demo/array-lists.ts";

/** A way of keeping a list that many append to. `put` is no list: it is what an append is compared with. */
export type Way = ArrayWay | "durable-object" | "key-per-item" | "shardlist" | "put";

/** The ways that are compared, in the order of the tables. */
export const WAYS: readonly Way[] = [
  "plain",
  "retries",
  "backoff",
  "durable-object",
  "key-per-item",
  "shardlist",
];

/** What the ways are called. */
export const WAY_NAMES: { readonly [way in Way]: string } = {
  plain: "array in one key",
  retries: "array, 5 retries at once",
  backoff: "array, 5 retries with backoff",
  "durable-object": "Durable Object with SQLite",
  "key-per-item": "a key per entry, a get each",
  shardlist: "shardlist",
  put: "one plain put",
};
