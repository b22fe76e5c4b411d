import { MAX_SKEW_MS } from "../clock.ts";
import type { LoadedList } from "../load.ts";
import type { LoadedSegment } from "../load-segments.ts";
import { type Head, namesExactly } from "../record/head.ts";
import { checksumHolds } from "../record/segment.ts";
import type { Settings } from "../settings.ts";
import { mapParallel } from "../store-calls.ts";
import { KEPT_FOR_FOLDING, KEPT_FOR_HEAD } from "./affordable.ts";
import { createCover } from "./cover.ts";
import type { Gathered } from "./gather.ts";
import { type HeldElsewhere, NOTHING_ELSEWHERE } from "./held-elsewhere.ts";
import { isLookedAt } from "./idle.ts";
import type { Pass } from "./pass.ts";
import { without } from "./without.ts";

/** A key that may be deleted, and what the platform calls it. */
export interface DeletableKey {
  readonly key: string;
  readonly ref: string;
}

/** Segments seen stored before this time have outlasted the grace period, by any clock: half of it is skew at most. */
export function dueBefore({ graceMs }: Pick<Settings, "graceMs">, now: number): number {
  return now - graceMs - Math.min(MAX_SKEW_MS, graceMs / 2);
}

/**
 * What may be deleted: what segments hold that were read back in this very pass, whose checksum holds, and which some
 * earlier pass had seen stored longer than the grace period ago. A segment's own name doesn't count as evidence: its
 * put may have landed long after its id was drawn. Pure.
 */
export function planCollection(gathered: Gathered, before: number): readonly DeletableKey[] {
  const { heldElsewhere } = gathered;
  const due = gathered.segments.filter(wasSeenBefore(gathered.head, before));
  // Checksums take time in proportion to the segments, so they are left out where nothing rests on them.
  if (coveredBy(gathered, due, heldElsewhere).length === 0) return [];
  const sound = due.filter(({ body }) => checksumHolds(body));
  return coveredBy(gathered, sound, heldElsewhere);
}

/** Tells the segments on whose strength this pass may delete. */
export function isDueIn(
  { context, startedAt }: Pass,
  head: Head,
): (segment: Pick<LoadedSegment, "name">) => boolean {
  return wasSeenBefore(head, dueBefore(context.settings, startedAt));
}

/** Tells segments that some pass saw stored before a time, as its note in the head says. */
export function wasSeenBefore(
  { seen }: Head,
  before: number,
): (segment: Pick<LoadedSegment, "name">) => boolean {
  return ({ name }) => (seen.get(name.id) ?? before) < before;
}

/** The listed keys whose content `segments` hold, and the segments whose content others hold that were skimmed. */
export function coveredBy(
  loaded: LoadedList,
  segments: readonly LoadedSegment[],
  elsewhere: HeldElsewhere = NOTHING_ELSEWHERE,
): readonly DeletableKey[] {
  const cover = createCover(segments);
  const named = namedByOthers(loaded.segments, elsewhere);
  const isReplaced = (id: string) => cover.replaces(id) || elsewhere.freed.has(id);
  return [
    ...loaded.batches.filter(cover.holdsBatch),
    ...loaded.tombstones.filter(cover.holdsTombstone),
    ...loaded.listing.segments.filter(({ name }) => isReplaced(name.id) && named.has(name.id)),
  ];
}

/**
 * Ids of the segments that some segment names which isn't replaced itself. Of those that name a segment one must stay:
 * a listing may show the deleted one a little longer, and a reader asks why it is gone.
 */
function namedByOthers(
  segments: readonly LoadedSegment[],
  elsewhere: HeldElsewhere,
): ReadonlySet<string> {
  const replacements = [
    ...elsewhere.replacements,
    ...segments.map(({ name, segment }) => [name.id, segment.replaces] as const),
  ];
  const replaced = new Set(replacements.flatMap(([, ids]) => ids));
  return new Set(replacements.flatMap(([id, ids]) => (replaced.has(id) ? [] : ids)));
}

/**
 * Whether no later pass would look at the head once these are deleted, while it names other segments than those that
 * are left: consolidated reads would trust it for ever. One key stays then, until a pass has put it right.
 */
function isMisleading({ head, listing, corrupt }: Gathered, due: readonly DeletableKey[]): boolean {
  // What can't be read may be gone without a pass: somebody looks at it and deletes it.
  const gone = [...due, ...[...corrupt.keys()].map((key) => ({ key }))];
  const loose = without([...listing.tombstones, ...listing.batches], gone);
  const segments = without(listing.segments, gone);
  return (
    head.current !== undefined && !isLookedAt(loose, segments) && !namesExactly(head, segments)
  );
}

/**
 * Deletes what the plan names, as far as the budget reaches: what is kept of it must not stop a pass of few store calls
 * that has nothing but deletes to make.
 */
export async function collect(
  pass: Pass,
  gathered: Gathered,
  next: "fold" | "nothing-to-fold",
): Promise<void> {
  pass.enter("collect");
  const { calls, context, tally } = pass;
  const { settings } = context;
  const due = planCollection(gathered, dueBefore(settings, pass.startedAt));
  const planned = isMisleading(gathered, due) ? due.slice(0, -1) : due;
  const left = calls.remaining();
  const kept = next === "fold" ? KEPT_FOR_HEAD + KEPT_FOR_FOLDING : KEPT_FOR_HEAD;
  // A pass of few calls deletes first: what is due runs out, and then it folds.
  const now = planned.slice(0, left - Math.min(kept, Math.ceil(left / 2)));
  if (now.length < planned.length) tally.stopped = "operations";
  if (pass.dryRun) tally.deleted += now.length;
  else {
    await mapParallel(now, settings.concurrency, async ({ ref }) => {
      if (!pass.hasTime()) {
        tally.stopped = "time";
        return;
      }
      await calls.delete(ref);
      tally.deleted++;
    });
  }
}
