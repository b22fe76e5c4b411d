import { createListStore } from "@shardlist/core";
import { fileStore } from "./file-store.ts";

/**
 * Iterates over a list in a folder and prints how many entries it had. Run with a small heap; see
 * the test beside it.
 */
const [folder = "", name = ""] = process.argv.slice(2);
const { getMany: _, ...store } = fileStore(folder);
let count = 0;
let previous = "";
for await (const { id } of createListStore(store).list(name)) {
  if (id <= previous) throw new Error(`out of order: ${id} after ${previous}`);
  previous = id;
  count++;
}
console.log(count);
