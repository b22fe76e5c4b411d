import { decodeStamp } from "./clock.ts";
import { compareByTime, type Entry } from "./entry.ts";
import { ListError } from "./errors.ts";
import { inOrder } from "./in-order.ts";
import type { ListContext } from "./list-context.ts";
import { isTooSlow, type ListingContext, listKeys } from "./listing.ts";
import type { Listing } from "./listing-builder.ts";
import { type LoadContext, type LoadedList, loadList } from "./load.ts";
import { type ListState, mergeEntries, mergeRemoved } from "./merge.ts";
import { jitterMs } from "./retry.ts";
import type { StoreCalls } from "./store-calls.ts";

/** A list as one read found it. */
export interface View {
  readonly state: ListState;
  /** Keys that could not be read; empty unless an incomplete view was allowed. */
  readonly missing: readonly string[];
}

/** Listings of one read: a fresh one shows what replaced a key that was gone, unless the listing itself is stale. */
const MAX_ATTEMPTS = 5;

/**
 * Reads a whole list: the ordered listing, then the records that didn't come with it. Starts over where a listed key
 * was gone or the listing took too long. Rejects rather than leave out what it could not read.
 */
export async function readList(
  context: ListContext,
  calls: StoreCalls,
  allowIncomplete: boolean,
): Promise<View> {
  const loaded = await loadWithRestarts(context, calls, allowIncomplete);
  const missing = [...loaded.gone, ...loaded.corrupt.keys()];
  if (loaded.corrupt.size > 0 && !allowIncomplete) throw corruptError(loaded.corrupt);
  const state = stateOf(loaded, context.settings.clock.now());
  observeNewest(context, state.entries);
  return { state, missing };
}

/** Lists and loads until nothing that was listed is gone, a bounded number of times. */
export async function loadWithRestarts(
  context: ListContext,
  calls: StoreCalls,
  allowIncomplete: boolean,
): Promise<LoadedList> {
  const { settings } = context;
  for (let attempt = 1; ; attempt++) {
    const listing = await listKeys(calls, listingContext(context));
    const isLast = attempt >= MAX_ATTEMPTS;
    if (!isTooSlow(listing, settings) || (isLast && allowIncomplete)) {
      const loaded = await loadList(calls, loadContext(context), listing);
      reportForeign(context, listing);
      reportCorrupt(context, loaded.corrupt);
      if (loaded.gone.length === 0 || (isLast && allowIncomplete)) return loaded;
      if (isLast) throw incompleteError(context.name, loaded.gone);
      context.settings.onEvent({
        type: "restart",
        list: context.name,
        attempt,
        reason: "listed-key-gone",
        keys: loaded.gone,
      });
    } else {
      if (isLast) throw slowError(context.name, settings.passMs);
      context.settings.onEvent({
        type: "restart",
        list: context.name,
        attempt,
        reason: "listing-too-slow",
        keys: [],
      });
    }
    await settings.clock.sleep(jitterMs(settings, attempt));
  }
}

/** What the loaded records say together. Loose tombstones count as removed now. */
export function stateOf(
  loaded: Pick<LoadedList, "segments" | "batches" | "tombstones">,
  now: number,
): ListState {
  const { segments, batches, tombstones } = loaded;
  const appended: Entry[] = [];
  for (const { entries } of batches) for (const entry of entries) appended.push(entry);
  const runs = [
    ...segments.map(({ segment }) => segment.entries),
    inOrder(appended, compareByTime),
  ];
  const loose = new Map<string, number>();
  for (const { ids } of tombstones) for (const id of ids) loose.set(id, now);
  const removals = [...segments.map(({ segment }) => segment.removed), loose];
  return { entries: mergeEntries(runs), removed: mergeRemoved(removals) };
}

/** What a listing of this list needs. */
export function listingContext({ name, base, settings }: ListContext): ListingContext {
  const { concurrency, limits, clock, onEvent } = settings;
  return {
    list: name,
    base,
    concurrency,
    pageSize: limits.pageSize,
    now: () => clock.now(),
    onEvent,
  };
}

/** What judging a null answer needs. */
export function loadContext({ settings }: ListContext): LoadContext {
  return {
    now: () => settings.clock.now(),
    stalenessMs: settings.stalenessMs,
    graceMs: settings.graceMs,
  };
}

/** Tells the listener of keys that aren't ours. */
export function reportForeign({ settings, name }: ListContext, listing: Listing): void {
  for (const key of listing.unknown) {
    settings.onEvent({ type: "unknown-record", list: name, key, reason: "not a key of this list" });
  }
}

/** Tells the listener of records whose shape isn't known. */
export function reportCorrupt(
  { settings, name }: ListContext,
  corrupt: ReadonlyMap<string, string>,
): void {
  for (const [key, reason] of corrupt)
    settings.onEvent({ type: "unknown-record", list: name, key, reason });
}

/** Moves the clock on to the newest entry read whose stamp is credible, so that the next append sorts after it. */
export function observeNewest(context: ListContext, entries: readonly Entry[]): void {
  for (let index = entries.length - 1; index >= 0; index--) {
    if (context.clock.observe(decodeStamp(entries[index]?.id ?? ""))) return;
  }
}

function corruptError(corrupt: ReadonlyMap<string, string>): ListError {
  const [[key, reason] = ["", ""]] = corrupt;
  const keys = [...corrupt.keys()];
  return new ListError(
    "record-corrupt",
    `${keys.length} record(s) can't be read, among them ${key} (${reason}): \`verify()\` names all, \`allowIncomplete\` reads the others`,
    { keys },
  );
}

function incompleteError(list: string, keys: readonly string[]): ListError {
  return new ListError(
    "read-incomplete",
    `list ${JSON.stringify(list)}: ${keys.length} listed key(s) are gone and no segment holds them, among them ${keys[0]}: try again after the staleness window; \`allowIncomplete\` reads the others`,
    { keys },
  );
}

function slowError(list: string, passMs: number): ListError {
  return new ListError(
    "read-incomplete",
    `list ${JSON.stringify(list)}: every listing took longer than \`passMs\` (${passMs} ms): run a pass to shorten it, or raise \`passMs\``,
  );
}
