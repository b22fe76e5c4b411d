import { STAMP_LETTERS } from "../clock.ts";
import { compareEntries, ID_LETTERS, timeOf } from "../entry.ts";
import type { ListedSegment } from "../listing-builder.ts";
import type { LoadedBatch, LoadedTombstone } from "../load.ts";
import { mergeRemoved } from "../merge.ts";
import { utf8Bytes } from "../value.ts";
import { createCover } from "./cover.ts";
import { type ForgetPlan, planForgetting } from "./forget.ts";
import type { Gathered } from "./gather.ts";
import { planJoining } from "./overlap.ts";
import { type PlannedOutput, type PlannedRecord, planFold } from "./plan.ts";
import { without } from "./without.ts";

/** What a pass is to write, and what it knows for writing it. */
export interface FoldPlan {
  readonly outputs: readonly PlannedOutput[];
  /** Loose records that this pass may fold. */
  readonly batches: readonly LoadedBatch[];
  readonly tombstones: readonly LoadedTombstone[];
  /** Segments that no other replaces. */
  readonly live: readonly ListedSegment[];
  /** All removed ids seen, with their times. */
  readonly removed: ReadonlyMap<string, number>;
  readonly forgotten: ReadonlySet<string>;
}

/** What the plan depends on besides what was gathered. */
export interface FoldSettings {
  readonly now: number;
  readonly minBatches: number;
  readonly segmentBytes: number;
  /** Segments with a later id may be the work of passes that run at the same time. */
  readonly youngAfter: number;
  /** Decides between two ways that are both right; see {@link planJoining}. */
  readonly random: () => number;
}

/** A segment that small is joined with others before long. */
const SMALL_SHARE = 0.25;

/** Decides what a pass writes. Pure. */
export function planPass(gathered: Gathered, settings: FoldSettings): FoldPlan {
  const { listing, segments, skimmed, heldElsewhere, clearAfter } = gathered;
  const cover = createCover(segments);
  // In order of id, so that segments follow each other in time: readers then join them without sorting.
  const batches = gathered.batches
    .filter((batch) => timeOf(batch.id) > clearAfter && !heldElsewhere.notToFold.has(batch.id))
    .filter((batch) => !cover.holdsBatch(batch))
    .sort(compareEntries);
  const tombstones = gathered.tombstones.filter(
    (tombstone) => !heldElsewhere.notToFold.has(tombstone.id) && !cover.holdsTombstone(tombstone),
  );
  const isLive = ({ name }: ListedSegment) =>
    !cover.replaces(name.id) && !heldElsewhere.replaced.has(name.id);
  const live = listing.segments.filter(isLive);
  const forgetting = planForgettingOf(gathered, isLive);
  // What wasn't read may remember the removal of an entry in older ones.
  const isClear = (one: ListedSegment) => beginningOf(one) > clearAfter;
  const isStuck = (one: ListedSegment) =>
    beginningOf(one) <= heldElsewhere.clearAfter &&
    one.name.bytes < SMALL_SHARE * settings.segmentBytes;
  // Where small segments can't be joined, a loose record more costs readers less than one more of them.
  const least = Math.max(settings.minBatches, live.filter(isStuck).length);
  const isEnough = batches.length + tombstones.length >= least;
  const { joined, declined } = planJoining(
    [...segments, ...skimmed].filter(isLive).filter(isClear),
    {
      ...settings,
      isYoung: ({ name }) => timeOf(name.id) > settings.youngAfter,
    },
  );
  const forced = new Set(forgetting.rewrites);
  const rewrites = [
    ...forgetting.rewrites.map((id) => [id]),
    ...joined.filter((group) => !group.some((id) => forced.has(id))),
  ];
  const outputs = planFold({
    loose: isEnough ? [...tombstones.map(plannedTombstone), ...batches.map(plannedBatch)] : [],
    segments: live
      .filter((one) => isClear(one) && !declined.includes(one.name.id))
      .map(({ name }) => name),
    rewrites,
    segmentBytes: settings.segmentBytes,
  });
  return {
    outputs,
    batches,
    tombstones,
    live,
    removed: removedOf(gathered, settings.now),
    forgotten: forgetting.forgotten,
  };
}

/** When the first of a segment's entries was appended. One without entries is as old as its id. */
function beginningOf({ name }: ListedSegment): number {
  return timeOf(name.count === 0 ? name.id : name.min);
}

/** All removed ids of what was read; those of loose tombstones count as removed now. */
export function removedOf(
  {
    segments,
    tombstones,
    heldElsewhere,
  }: Pick<Gathered, "segments" | "tombstones" | "heldElsewhere">,
  now: number,
): ReadonlyMap<string, number> {
  const loose = new Map(tombstones.flatMap(({ ids }) => ids.map((id) => [id, now] as const)));
  return mergeRemoved([
    ...segments.map(({ segment }) => segment.removed),
    ...heldElsewhere.removals.values(),
    loose,
  ]);
}

function planForgettingOf(
  gathered: Gathered,
  isLive: (segment: ListedSegment) => boolean,
): ForgetPlan {
  if (!gathered.complete || gathered.outlived.size === 0)
    return { forgotten: new Set<string>(), rewrites: [] };
  const { segments, batches, tombstones } = gathered;
  const replaced = segments.filter((segment) => !isLive(segment));
  return planForgetting(
    { live: segments.filter(isLive), replaced, batches, tombstones },
    withoutUnread(gathered),
  );
}

/** Without the ids that a batch which wasn't read may carry: its entries share the random letters of its id. */
function withoutUnread({ listing, batches, outlived }: Gathered): ReadonlySet<string> {
  const unread = without(listing.batches, batches);
  const letters = new Set(unread.map(({ id }) => id.slice(STAMP_LETTERS)));
  return new Set([...outlived].filter((id) => !letters.has(id.slice(STAMP_LETTERS))));
}

function plannedTombstone({ key, ids }: LoadedTombstone): PlannedRecord {
  return { key, bytes: (ids.length + 1) * ID_LETTERS };
}

function plannedBatch({ key, entries }: LoadedBatch): PlannedRecord {
  const texts = entries.map((entry) => JSON.stringify([entry.value, entry.key ?? 0]));
  return { key, bytes: utf8Bytes(texts.join("")) + entries.length * ID_LETTERS };
}
