import type { LoadedBatch, LoadedTombstone } from "../load.ts";
import type { LoadedSegment } from "../load-segments.ts";
import { mergeEntries } from "../merge.ts";
import type { Segment } from "../record/segment.ts";

/** What goes into one new segment. */
export interface SegmentInputs {
  readonly batches: readonly LoadedBatch[];
  readonly tombstones: readonly LoadedTombstone[];
  readonly segments: readonly LoadedSegment[];
}

/** What the pass knows besides the inputs. */
export interface BuildContext {
  readonly now: number;
  /** All removed ids that the pass has seen, with their times. */
  readonly removed: ReadonlyMap<string, number>;
  /** Removed ids that nothing carries any more and that are older than the retention. */
  readonly forgotten: ReadonlySet<string>;
  /** Ids of the segments that are listed, or may be soon. */
  readonly listed: ReadonlySet<string>;
}

/**
 * Makes the content of a new segment. Every id of an input is in it, among the entries or among the absorbed ids, so
 * that it covers its inputs; only what is forgotten is left out. Pure.
 */
export function buildSegment(inputs: SegmentInputs, context: BuildContext): Segment {
  const { batches, tombstones, segments } = inputs;
  const removed = new Map<string, number>();
  const absorbed = new Set<string>();
  for (const { segment } of segments) {
    for (const [id, time] of segment.removed) {
      if (context.forgotten.has(id)) continue;
      removed.set(id, Math.max(time, removed.get(id) ?? 0));
      if (segment.absorbed.has(id)) absorbed.add(id);
    }
  }
  for (const { id, ids } of tombstones) {
    for (const removedId of [id, ...ids]) removed.set(removedId, context.now);
    absorbed.add(id);
  }
  const all = mergeEntries([
    ...segments.map(({ segment }) => segment.entries),
    ...batches.map(({ entries }) => entries),
  ]);
  const entries = all.filter(({ id, expiresAt }) => {
    const isExpired = expiresAt !== undefined && expiresAt <= context.now;
    if (!isExpired && !removed.has(id) && !context.removed.has(id)) return true;
    removed.set(id, removed.get(id) ?? context.removed.get(id) ?? context.now);
    absorbed.add(id);
    return false;
  });
  const inherited = segments.flatMap(({ segment }) =>
    segment.replaces.filter((id) => context.listed.has(id)),
  );
  const replaces = [...new Set([...segments.map(({ name }) => name.id), ...inherited])];
  return { entries, removed, absorbed, replaces };
}
