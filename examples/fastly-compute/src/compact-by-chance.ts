import type { ListStore } from "@shardlist/core";

/**
 * One append in so many starts a pass. Chance needs no counter that all instances would have to
 * share.
 *
 * A pass makes at most 100 store calls, so it can delete some 90 keys; with one pass for 50
 * appends, passes keep up. Bad luck is short: 228 appends in a row start none in 1 of 100 cases,
 * 450 in 1 of 9,000. Passes at once harm nothing.
 */
const APPENDS_PER_PASS = 50;

/**
 * Once in a while starts a pass on the list that was appended to. It runs after the response was
 * sent.
 */
export function compactByChance(event: FetchEvent, lists: ListStore): void {
  if (Math.random() * APPENDS_PER_PASS >= 1) return;
  const name = decodeURIComponent(new URL(event.request.url).pathname.slice("/lists/".length));
  event.waitUntil(lists.list(name).compact().catch(reportFailure));
}

/** What a pass did until it failed stays done, and the next pass goes on from there. */
function reportFailure(error: unknown): void {
  console.error("a pass failed:", error);
}
