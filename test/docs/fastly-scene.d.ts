import type * as core from "@shardlist/core";
import type * as fastly from "@shardlist/fastly";

/** What the docstrings of fastly take as given. */
declare global {
  const createListStore: typeof core.createListStore;
  const fastlyKV: typeof fastly.fastlyKV;
}
