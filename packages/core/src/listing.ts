import { ListError } from "./errors.ts";
import type { ListEvent } from "./events.ts";
import { GROUPS, SHARDS } from "./key.ts";
import { createListingBuilder, type Listing, type ListingBuilder } from "./listing-builder.ts";
import { shouldFanOut } from "./listing-plan.ts";
import type { Settings } from "./options.ts";
import type { ListedRecord } from "./record-store.ts";
import { mapParallel, type StoreCalls } from "./store-calls.ts";

/** What a listing needs besides the store. */
export interface ListingContext {
  readonly list: string;
  /** Where the list's keys start. */
  readonly base: string;
  readonly concurrency: number;
  readonly pageSize: number;
  readonly now: () => number;
  readonly onEvent: (event: ListEvent) => void;
  /** Asked before each further page; where it says no, the listing ends incomplete, but with all segments. */
  readonly mayGoOn?: () => boolean;
}

/**
 * Whether a listing took too long for its first pages to be joined with its last. Segments stand behind each other in one
 * group: one that was replaced and deleted meanwhile, by one that sorts before the page being read, would be missed.
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

/** Why {@link listPages} ended. */
type Ended = "at-the-end" | "stopped";

/**
 * Lists a list's keys in the one order that loses nothing while a pass runs: tombstones, then batches, then segments.
 * One call where they fit a page; pages one after another up to about eight; beyond that the shards in parallel.
 */
export async function listKeys(calls: StoreCalls, context: ListingContext): Promise<Listing> {
  const builder = createListingBuilder(context.base, context.now());
  const ended = await listPages(calls, context.base, context.mayGoOn, (records) => {
    if (!builder.add(records)) return "stop";
    return shouldFanOut(builder.progress(), context.pageSize) ? "stop" : "more";
  });
  const listing = builder.finish(context.now(), true);
  // One page is one view, in whatever order its keys are.
  const isOrdered = listing.pages <= 1 || !builder.isOutOfOrder();
  if (ended === "at-the-end" && isOrdered) return listing;
  if (builder.isOutOfOrder()) {
    context.onEvent({
      type: "restart",
      list: context.list,
      attempt: 1,
      reason: "listing-out-of-order",
      keys: [],
    });
    // Where keys come in no order, the last one tells nothing of how far the listing is: no fan-out.
    const pageByPage = { ...context, pageSize: Number.POSITIVE_INFINITY };
    const afresh = createListingBuilder(context.base, context.now());
    return await listByGroup(calls, pageByPage, afresh, GROUPS.tombstone);
  }
  return await listByGroup(calls, context, builder, builder.group());
}

/** Lists from `start` on, one group after another; the first may have been begun by the builder's pages. */
async function listByGroup(
  calls: StoreCalls,
  context: ListingContext,
  builder: ListingBuilder,
  start: string,
): Promise<Listing> {
  let complete = true;
  for (const group of LOOSE_GROUPS.filter((letter) => letter >= start)) {
    complete = (await listGroup(calls, context, builder, group)) && complete;
  }
  await listPages(calls, `${context.base}${GROUPS.segment}/`, undefined, (records) =>
    take(builder, records),
  );
  return builder.finish(context.now(), complete);
}

async function listGroup(
  calls: StoreCalls,
  context: ListingContext,
  builder: ListingBuilder,
  group: string,
): Promise<boolean> {
  const isBegun = builder.group() === group && builder.progress().pages > 0;
  if (!isBegun) {
    const prefix = `${context.base}${group}/`;
    const ended = await listPages(calls, prefix, context.mayGoOn, (records) => {
      builder.add(records);
      return shouldFanOut(builder.progress(), context.pageSize) ? "stop" : "more";
    });
    if (ended === "at-the-end") return true;
  }
  const shards = [...SHARDS].slice(builder.progress().shard);
  const ends = await mapParallel(shards, context.concurrency, (shard) =>
    listPages(calls, `${context.base}${group}/${shard}/`, context.mayGoOn, (records) =>
      take(builder, records),
    ),
  );
  return ends.every((ended) => ended === "at-the-end");
}

/** Follows a prefix to its last page; `onPage` may end it early. */
async function listPages(
  calls: Pick<StoreCalls, "list">,
  prefix: string,
  mayGoOn: (() => boolean) | undefined,
  onPage: (records: readonly ListedRecord[]) => "stop" | "more",
): Promise<Ended> {
  for await (const { records, isLast } of pagesOf(calls, prefix, mayGoOn)) {
    const decision = onPage(records);
    if (isLast) return "at-the-end";
    if (decision === "stop") return "stopped";
  }
  return "stopped";
}

/** The pages of a prefix, to the last one; ends early where `mayGoOn` says no. */
export async function* pagesOf(
  calls: Pick<StoreCalls, "list">,
  prefix: string,
  mayGoOn?: () => boolean,
): AsyncGenerator<{ readonly records: readonly ListedRecord[]; readonly isLast: boolean }> {
  const cursors = new Set<string>();
  for (let cursor: string | undefined; mayGoOn?.() !== false; ) {
    const page = await calls.list(prefix, cursor);
    // Stores end a listing with an absent, null or blank cursor; handing a blank one back would start it over.
    cursor = page.cursor || undefined;
    yield { records: page.records, isLast: cursor === undefined };
    if (cursor === undefined) return;
    if (cursors.has(cursor)) {
      throw new ListError(
        "store-failed",
        `the store gave a cursor of ${JSON.stringify(prefix)} twice: its listing would never end`,
      );
    }
    cursors.add(cursor);
  }
}

function take(builder: ListingBuilder, records: readonly ListedRecord[]): "more" {
  builder.add(records);
  return "more";
}
