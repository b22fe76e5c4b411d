import { decodeStamp } from "./clock.ts";
import { compareByTime, type Entry } from "./entry.ts";
import { ListError } from "./errors.ts";
import { inOrder } from "./in-order.ts";
import type { ListContext } from "./list-context.ts";
import { isTooSlow, listKeys, tellRestart } from "./listing.ts";
import type { Listing } from "./listing-builder.ts";
import { type LoadedList, loadList } from "./load.ts";
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
  if (loaded.corrupt.size > 0 && !allowIncomplete) throw corruptError(context, loaded.corrupt);
  const state = stateOf(loaded, context.settings.clock.now());
  observeNewest(context, state.entries);
  return { state, missing };
}

/** Lists and loads until nothing that was listed is gone, a bounded number of times. */
async function loadWithRestarts(
  context: ListContext,
  calls: StoreCalls,
  allowIncomplete: boolean,
): Promise<LoadedList> {
  const { settings } = context;
  for (let attempt = 1; ; attempt++) {
    const listing = await listKeys(calls, context);
    const isSlow = isTooSlow(listing, settings);
    const isLast = attempt >= MAX_ATTEMPTS;
    const mayBeIncomplete = isLast && allowIncomplete;
    let gone: readonly string[] = [];
    if (!isSlow || mayBeIncomplete) {
      const loaded = await loadList(calls, settings, listing);
      reportForeign(context, listing);
      reportCorrupt(context, loaded.corrupt);
      gone = loaded.gone;
      if (gone.length === 0 || mayBeIncomplete) return loaded;
    }
    if (isLast) throw incompleteError(context, gone);
    tellRestart(context, attempt, isSlow ? "listing-too-slow" : "listed-key-gone", gone);
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

/** Tells the listener of keys that aren't ours. */
export function reportForeign(context: ListContext, { unknown }: Listing): void {
  const reason = "not a key of this list";
  reportCorrupt(context, new Map(unknown.map((key) => [key, reason])));
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
export function observeNewest({ clock }: ListContext, entries: readonly Entry[]): void {
  entries.findLast(({ id }) => clock.observe(decodeStamp(id)));
}

function corruptError({ name }: ListContext, corrupt: ReadonlyMap<string, string>): ListError {
  const keys = [...corrupt.keys()];
  const [[key, reason] = ["", ""]] = corrupt;
  return new ListError(
    "record-corrupt",
    `list ${JSON.stringify(name)}: ${keys.length} record(s) can't be read, such as ${key} (${reason}): see \`verify\`, or read with \`allowIncomplete\``,
    { keys },
  );
}

/** With no keys, it was the listings that took too long. */
function incompleteError({ name }: ListContext, keys: readonly string[]): ListError {
  const why =
    keys.length === 0
      ? "every listing took longer than `passMs`: run a pass, or raise it"
      : `${keys.length} listed key(s) are gone, such as ${keys[0]}: try again after \`stalenessMs\`, or with \`allowIncomplete\``;
  return new ListError("read-incomplete", `list ${JSON.stringify(name)}: ${why}`, { keys });
}
