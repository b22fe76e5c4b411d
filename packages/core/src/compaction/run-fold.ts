import { timeOf } from "../entry.ts";
import type { JsonObject } from "../json.ts";
import { NO_ID, type SegmentName, segmentKey } from "../key.ts";
import { openSegments } from "../load-segments.ts";
import { mergeRemoved } from "../merge.ts";
import type { SealedRecord } from "../record/checksum.ts";
import { checksumHolds, encodeSegment, type Segment } from "../record/segment.ts";
import { LEAST_FOR_WRITING, readingWidth } from "./affordable.ts";
import { buildSegment, type SegmentInputs } from "./build.ts";
import type { FoldPlan } from "./fold.ts";
import type { Gathered } from "./gather.ts";
import type { Pass } from "./pass.ts";
import type { PlannedOutput } from "./plan.ts";
import { earliestOf } from "./times.ts";

/** A segment that counts, and its record where this pass has it. */
export interface LiveSegment {
  readonly key: string;
  readonly name: SegmentName;
  readonly body?: JsonObject;
}

/** What the list consists of after folding. */
export interface Folded {
  readonly live: readonly LiveSegment[];
  /** Keys of loose records that no live segment holds. */
  readonly loose: ReadonlySet<string>;
  /** Segments of the listing that this pass replaced. */
  readonly replaced: number;
}

/**
 * Writes the planned segments one after another, each under a name that was never used before. Writes nothing on the
 * strength of a listing that is older than the pass limit.
 */
export async function runFold(pass: Pass, gathered: Gathered, plan: FoldPlan): Promise<Folded> {
  if (plan.outputs.length > 0) pass.enter("fold");
  const { tally } = pass;
  const live = new Map<string, LiveSegment>(
    plan.live.map(({ key, name }) => [name.id, { key, name }]),
  );
  for (const { key, name, body } of gathered.segments) {
    if (live.has(name.id)) live.set(name.id, { key, name, body: body as JsonObject });
  }
  const loose = new Set([...plan.batches, ...plan.tombstones].map(({ key }) => key));
  let replaced = 0;
  for (const output of plan.outputs) {
    const obstacle = obstacleTo(pass, gathered);
    if (obstacle !== undefined) {
      tally.stopped = obstacle;
      break;
    }
    const inputs = await openInputs(pass, gathered, plan, output);
    if (inputs === undefined) {
      tally.stopped = "operations";
      continue;
    }
    const { batches, tombstones, segments } = inputs;
    const takesLoose = batches.length + tombstones.length > 0;
    // The rest of its group is damaged or gone: alone it would be written anew at every pass.
    const isLeftAlone = output.segments.length > 1 && segments.length === 1;
    if (!takesLoose && (segments.length === 0 || isLeftAlone)) continue;
    const segment = buildSegment(inputs, buildContext(pass, gathered, plan, inputs));
    const encoded = encodeSegment(segment);
    // How much segments have in common is estimated. Those that turn out too large for one record stay as they are.
    if (!takesLoose && encoded.bytes > pass.context.settings.limits.valueBytes) continue;
    tally.absorbed += batches.length + tombstones.length + segments.length;
    if (pass.dryRun) continue;
    const written = await writeSegment(pass, segment, encoded);
    live.set(written.name.id, written);
    for (const { key } of [...batches, ...tombstones]) loose.delete(key);
    for (const { name } of segments) live.delete(name.id);
    replaced += segments.length;
  }
  return { live: [...live.values()], loose, replaced };
}

function obstacleTo(pass: Pass, gathered: Gathered) {
  if (!pass.isFresh(gathered.listing.startedAt)) return "slow-listing";
  if (!pass.hasTime()) return "time";
  return pass.calls.remaining() < LEAST_FOR_WRITING ? "operations" : undefined;
}

/**
 * Reads the segments of an output that the pass hasn't in memory; undefined where there are no calls for that. If one
 * is gone, another pass has joined them: then none joins.
 */
async function openInputs(
  pass: Pass,
  gathered: Gathered,
  plan: FoldPlan,
  output: PlannedOutput,
): Promise<SegmentInputs | undefined> {
  const keys = new Set(output.loose);
  const ids = new Set(output.segments);
  const known = gathered.segments.filter(({ name }) => ids.has(name.id));
  const knownIds = new Set(known.map(({ name }) => name.id));
  const unread = plan.live.filter(({ name }) => ids.has(name.id) && !knownIds.has(name.id));
  const reads = Math.ceil(unread.length / readingWidth(pass).perCall);
  if (pass.calls.remaining() < reads + LEAST_FOR_WRITING) return undefined;
  const opened = await openSegments(pass.calls, unread);
  const segments = opened.missing.length === 0 ? [...known, ...opened.loaded] : [];
  return {
    batches: plan.batches.filter(({ key }) => keys.has(key)),
    tombstones: plan.tombstones.filter(({ key }) => keys.has(key)),
    // What is damaged stays as it is: in a new segment it would look sound, and what is sound would be deleted for it.
    segments: segments.filter(({ body }) => checksumHolds(body)),
  };
}

function buildContext(pass: Pass, gathered: Gathered, plan: FoldPlan, { segments }: SegmentInputs) {
  const removed = mergeRemoved([plan.removed, ...segments.map(({ segment }) => segment.removed)]);
  // A young one may be stored and not listed yet: its name is kept, or nothing tells later that it was replaced.
  const youngAfter = pass.startedAt - pass.context.settings.graceMs;
  const young = segments
    .flatMap(({ segment }) => segment.replaces)
    .filter((id) => timeOf(id) > youngAfter);
  const listed = new Set([...gathered.listing.segments.map(({ name }) => name.id), ...young]);
  return { now: pass.startedAt, removed, forgotten: plan.forgotten, listed };
}

/** The id is drawn right before the put: it tells readers how young the segment is. */
async function writeSegment(
  pass: Pass,
  segment: Segment,
  { record: body, bytes }: SealedRecord,
): Promise<LiveSegment & { readonly body: JsonObject }> {
  const { context, calls, tally } = pass;
  const name: SegmentName = {
    id: context.newId(context.clock.tick(1)),
    min: segment.entries[0]?.id ?? NO_ID,
    max: segment.entries.at(-1)?.id ?? NO_ID,
    count: segment.entries.length,
    bytes,
    removedAt: segment.removed.size === 0 ? 0 : earliestOf(segment.removed.values()),
  };
  const key = segmentKey(context.base, name);
  await calls.put(key, body, { inline: false });
  tally.written++;
  tally.bytes += bytes;
  return { key, name, body };
}
