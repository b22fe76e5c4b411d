import { SHARDS } from "./key.ts";

/** How far a listing has come in one group of sharded keys. */
export interface ListingProgress {
  /** The shard of the last key, from 0. Those before it are complete. */
  readonly shard: number;
  /** Keys seen, by shard; a hole where there were none. */
  readonly counts: readonly number[];
  /** Pages that held keys of this group. */
  readonly pages: number;
}

/** Up to this many pages are followed one after another: a fan-out would cost more calls than it saves waiting. */
const MAX_PAGES_LEFT = 8;
/** A fan-out may cost up to twice the calls of plain paging. */
const MAX_CALL_RATIO = 2;
/** Shards differ in length by chance; this much is allowed for. */
const SPREAD = 1.05;

/**
 * Whether the rest of a group is listed shard by shard in parallel instead of page by page. Labels are uniform, so the
 * shards that are complete tell how long the listing is; while the first one goes on, its pages tell how long at least.
 */
export function shouldFanOut(progress: ListingProgress, pageSize: number): boolean {
  const { shard, counts, pages } = progress;
  if (shard === 0 && pages < 2) return false;
  const complete = counts.slice(0, shard).reduce((sum, count) => sum + count, 0);
  const perShard = shard === 0 ? (counts[0] ?? 0) : complete / shard;
  const shardsLeft = SHARDS.length - shard;
  const pagesLeft = (shardsLeft * perShard - (counts[shard] ?? 0)) / pageSize;
  const callsForFanOut = shardsLeft * Math.ceil((perShard * SPREAD) / pageSize);
  return pagesLeft > MAX_PAGES_LEFT && callsForFanOut <= MAX_CALL_RATIO * pagesLeft;
}
