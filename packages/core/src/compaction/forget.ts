import type { ListedSegment } from "../listing-builder.ts";
import type { LoadedBatch, LoadedTombstone } from "../load.ts";
import type { LoadedSegment } from "../load-segments.ts";
import { mayHold } from "./by-name.ts";
import { fromRandomPlace } from "./from-random-place.ts";
import type { HeldElsewhere } from "./held-elsewhere.ts";

/** What is listed, all of it read as far as it can carry one of the ids in question. */
export interface ForgetInputs {
  /** Segments that no other replaces. */
  readonly live: readonly LoadedSegment[];
  /** Segments that are listed although another replaces them. */
  readonly replaced: readonly LoadedSegment[];
  readonly batches: readonly LoadedBatch[];
  readonly tombstones: readonly LoadedTombstone[];
}

/** What may be forgotten, and which segments stand in the way of it or hold it. */
export interface ForgetPlan {
  readonly forgotten: ReadonlySet<string>;
  /** Live segments to rewrite: those that still carry a removed entry, and those that hold what is forgotten. */
  readonly rewrites: readonly string[];
}

/** Removed ids to look after, and the further segments that may carry them. */
export interface OutlivedIds {
  readonly ids: ReadonlySet<string>;
  readonly carriers: readonly ListedSegment[];
}

/** What decides between removed ids. */
export interface OutlivedChoice {
  /** In ms: only those removed earlier. */
  readonly before: number;
  /** How much more may be read than was already; those for one id always. */
  readonly maxBytes: number;
  /** How many segments there are store calls for. */
  readonly maxReads: number;
  readonly random: number;
}

/** One pass looks after this many; the others wait for the next. */
const MAX_IDS = 10_000;

/**
 * Chooses removed ids that are older than `before`, such that the segments whose range reaches over them can all be
 * read, and so can those that remember them and were only skimmed. Starts at a random place, so that no id has to wait
 * behind others for ever.
 */
export function chooseOutlived(
  loaded: readonly LoadedSegment[],
  listed: readonly ListedSegment[],
  removals: HeldElsewhere["removals"],
  { before, maxBytes, maxReads, random }: OutlivedChoice,
): OutlivedIds {
  const found = new Set<string>();
  for (const removed of [...loaded.map(({ segment }) => segment.removed), ...removals.values()])
    for (const [id, time] of removed) if (time < before) found.add(id);
  const all = [...found].sort();
  const loadedKeys = new Set(loaded.map(({ key }) => key));
  const carriers = new Set<ListedSegment>();
  const ids = new Set<string>();
  let bytes = 0;
  for (const id of fromRandomPlace(all, random).slice(0, MAX_IDS)) {
    const matters = (one: ListedSegment) =>
      mayHold(one, id) || removals.get(one.name.id)?.has(id) === true;
    const more = listed.filter(
      (one) => !loadedKeys.has(one.key) && !carriers.has(one) && matters(one),
    );
    const moreBytes = more.reduce((sum, { name }) => sum + name.bytes, 0);
    const isTooMuch = bytes + moreBytes > maxBytes && carriers.size > 0;
    if (more.length > 0 && (isTooMuch || carriers.size + more.length > maxReads)) continue;
    for (const one of more) carriers.add(one);
    bytes += moreBytes;
    ids.add(id);
  }
  return { ids, carriers: [...carriers] };
}

/**
 * A removed id leaves its segment only on evidence: a complete listing in which nothing carries it any more, neither an
 * entry nor a tombstone. Segments that carry a removed entry are rewritten without it first. Pure.
 */
export function planForgetting(inputs: ForgetInputs, outlived: ReadonlySet<string>): ForgetPlan {
  const carried = new Set<string>();
  for (const { segment } of [...inputs.live, ...inputs.replaced])
    for (const { id } of segment.entries) carried.add(id);
  for (const { entries } of inputs.batches) for (const { id } of entries) carried.add(id);
  for (const { id, ids } of inputs.tombstones)
    for (const carriedId of [id, ...ids]) carried.add(carriedId);
  const forgotten = new Set([...outlived].filter((id) => !carried.has(id)));
  const rewrites = inputs.live.filter(
    ({ segment }) =>
      segment.entries.some(({ id }) => outlived.has(id)) ||
      [...segment.removed.keys()].some((id) => forgotten.has(id)),
  );
  return { forgotten, rewrites: rewrites.map(({ name }) => name.id) };
}
