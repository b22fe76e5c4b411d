import type { ListedRecord, ListPage } from "@shardlist/core";

/**
 * A page of a listing. Only the platform's own flag ends a listing: a last page may carry a blank cursor, and a page
 * that isn't the last must say where to go on, or keys would be left out in silence.
 */
export function listPage(
  records: readonly ListedRecord[],
  isLast: boolean,
  cursor: string | null | undefined,
): ListPage {
  if (isLast) return { records };
  if (typeof cursor === "string" && cursor !== "") return { records, cursor };
  throw new Error("the store gave no cursor for the next page");
}
