import { ListError } from "./errors.ts";
import type { RestartEvent } from "./events.ts";
import { GROUPS, SHARDS } from "./key.ts";
import type { ListContext } from "./list-context.ts";
import { createListingBuilder, type Listing } from "./listing-builder.ts";
import { shouldFanOut } from "./listing-plan.ts";
import type { ListedRecord, ListPage } from "./record-store.ts";
import type { Settings } from "./settings.ts";
import { mapParallel, type StoreCalls } from "./store-calls.ts";

/** What a listing needs besides the store. */
export interface ListingContext extends Pick<ListContext, "name" | "base" | "settings"> {
  /** Asked before each further page; where it says no, the listing ends incomplete, but with all segments. */
  readonly mayGoOn?: () => boolean;
}

/**
 * Whether a listing took too long for its first pages to be joined with its last. Segments stand behind each other in
 * one group: one that was replaced and deleted meanwhile, by one that sorts before the page being read, would be
 * missed.
 */
export function isTooSlow(
  { startedAt, finishedAt, pages }: Listing,
  { passMs, graceMs, stalenessMs }: Pick<Settings, "passMs" | "graceMs" | "stalenessMs">,
): boolean {
  const tookMs = finishedAt - startedAt;
  return tookMs > passMs || (pages > 1 && tookMs > graceMs - stalenessMs);
}

/** The sharded groups, in the order that loses nothing. */
const LOOSE_GROUPS = [GROUPS.tombstone, GROUPS.batch] as const;

/**
 * Lists a list's keys in the one order that loses nothing while a pass runs: tombstones, then batches, then segments.
 * One call where they fit a page; pages one after another up to about eight; beyond that the shards in parallel.
 */
export async function listKeys(calls: StoreCalls, context: ListingContext): Promise<Listing> {
  const { base, settings, mayGoOn } = context;
  const now = () => settings.clock.now();
  let { pageSize } = settings.limits;
  let builder = createListingBuilder(base, now());
  const isFarFromEnd = () => shouldFanOut(builder.progress(), pageSize);
  const follow = (prefix: string, isEnough?: () => boolean) =>
    followPages(calls, base + prefix, (records) => builder.add(records), isEnough, mayGoOn);

  const isAtEnd = await follow("", () => builder.isOutOfOrder() || isFarFromEnd());
  const listing = builder.finish(now(), true);
  // One page is one view, in whatever order its keys are.
  if (isAtEnd && (listing.pages <= 1 || !builder.isOutOfOrder())) return listing;
  if (builder.isOutOfOrder()) {
    tellRestart(context, 1, "listing-out-of-order", []);
    builder = createListingBuilder(base, now());
    // Where keys come in no order, the last one tells nothing of how far the listing is: no fan-out.
    pageSize = Number.POSITIVE_INFINITY;
  }
  const start = builder.group();
  let isComplete = true;
  for (const group of LOOSE_GROUPS.filter((letter) => letter >= start)) {
    const isBegun = builder.group() === group && builder.progress().pages > 0;
    if (!isBegun) {
      builder.startGroup(group);
      if (await follow(`${group}/`, isFarFromEnd)) continue;
    }
    const shards = [...SHARDS].slice(builder.progress().shard);
    const ends = await mapParallel(shards, settings.concurrency, (shard) =>
      follow(`${group}/${shard}/`),
    );
    isComplete &&= ends.every((isEnd) => isEnd);
  }
  await followPages(calls, `${base}${GROUPS.segment}/`, (records) => builder.add(records));
  return builder.finish(now(), isComplete);
}

/** Follows a prefix to its last page, and answers whether it came there: `isEnough` and `mayGoOn` may end it early. */
export async function followPages(
  calls: Pick<StoreCalls, "list">,
  prefix: string,
  onPage: (records: readonly ListedRecord[]) => void,
  isEnough?: () => boolean,
  mayGoOn?: () => boolean,
): Promise<boolean> {
  const cursors = new Set<string>();
  for (let cursor: string | undefined; mayGoOn?.() !== false; ) {
    const page = await calls.list(prefix, cursor);
    onPage(page.records);
    cursor = nextCursor(page, cursors);
    if (cursor === undefined) return true;
    if (isEnough?.()) return false;
  }
  return false;
}

/** Where the page after this one starts, or `undefined` where this one is the last. `known` are the cursors so far. */
export function nextCursor(page: ListPage, known: Set<string>): string | undefined {
  // Stores end a listing with an absent, null or blank cursor; handing a blank one back would start it over.
  const cursor = page.cursor || undefined;
  if (cursor === undefined) return undefined;
  if (known.has(cursor))
    throw new ListError("store-failed", "the store gave a cursor twice: try again");
  known.add(cursor);
  return cursor;
}

/** Tells the listener that a read starts over. */
export function tellRestart(
  { name, settings }: Pick<ListContext, "name" | "settings">,
  attempt: number,
  reason: RestartEvent["reason"],
  keys: readonly string[],
): void {
  settings.onEvent({ type: "restart", list: name, attempt, reason, keys });
}
