import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonValue, ListPage, RecordStore } from "@shardlist/core";
import { memoryStore } from "@shardlist/core/memory";

/**
 * The index of a folder written by {@link dump}: keys in byte order, and the file that holds each
 * record.
 */
export type FileIndex = readonly { readonly key: string; readonly file: string }[];

/** A read-only record store over files, which keeps nothing in memory but the names of the keys. */
export function fileStore(folder: string): RecordStore {
  const index: FileIndex = JSON.parse(readFileSync(join(folder, "index.json"), "utf8"));
  const files = new Map(index.map(({ key, file }) => [key, file]));
  const refuse = async () => {
    throw new Error("this store is read-only");
  };
  return {
    ...memoryStore(),
    name: "files",
    put: refuse,
    delete: refuse,
    async get(ref): Promise<JsonValue | undefined> {
      const file = files.get(ref);
      return file === undefined ? undefined : JSON.parse(readFileSync(join(folder, file), "utf8"));
    },
    async list(prefix): Promise<ListPage> {
      const keys = index.map(({ key }) => key).filter((key) => key.startsWith(prefix));
      return { records: keys.map((key) => ({ key, ref: key })) };
    },
  };
}
