import { positive } from "../check-option.ts";
import { type Entry, timeOf } from "../entry.ts";
import { joinByKey, observedIds } from "../identity.ts";
import type { Listing } from "../listing-builder.ts";
import { replacedBy } from "../load-segments.ts";
import { visibleEntries } from "../merge.ts";
import { stateOf } from "../read.ts";
import type { Settings } from "../settings.ts";
import { planTombstones, putTombstones } from "../write.ts";
import type { Gathered } from "./gather.ts";
import type { Pass } from "./pass.ts";

/** The caps of a list. */
export type Caps = Pick<Settings, "maxEntries" | "maxAgeMs">;

/** The caps among the options, checked. */
export function resolveCaps({ maxEntries, maxAgeMs }: Caps): Caps {
  if (maxEntries !== undefined) positive("maxEntries", maxEntries);
  if (maxAgeMs !== undefined) positive("maxAgeMs", maxAgeMs);
  return { maxEntries, maxAgeMs };
}

/** Whether a cap may have to remove something, as far as the names of the keys tell. */
export function mayExceedCaps(listing: Listing, caps: Caps, now: number): boolean {
  const { maxEntries, maxAgeMs } = caps;
  const { batches, segments } = listing;
  const count = segments.reduce((sum, { name }) => sum + name.count, batches.length);
  if (maxEntries !== undefined && (count > maxEntries || batches.length > 0)) return true;
  const isOld = (id: string) => maxAgeMs !== undefined && timeOf(id) < now - maxAgeMs;
  return (
    batches.some(({ id }) => isOld(id)) ||
    segments.some(({ name }) => name.count > 0 && isOld(name.min))
  );
}

/**
 * The ids that the caps remove: those older than `maxAgeMs`, and the oldest entries beyond `maxEntries`. Entries of one
 * key count once, as a read shows them, and go together. Pure.
 */
export function idsOverCaps(visible: readonly Entry[], caps: Caps, now: number): readonly string[] {
  const { maxEntries = Number.POSITIVE_INFINITY, maxAgeMs = Number.POSITIVE_INFINITY } = caps;
  const isOld = ({ appendedAt }: Entry) => appendedAt < now - maxAgeMs;
  const young = joinByKey(
    visible.filter((entry) => !isOld(entry)),
    undefined,
  );
  const surplus = young.slice(0, Math.max(0, young.length - maxEntries));
  return [...visible.filter(isOld).map(({ id }) => id), ...surplus.flatMap(observedIds)];
}

/**
 * Removes what exceeds the caps, with a tombstone as any other removal: an append that this pass didn't see survives.
 * Costs one put where something is removed. Does nothing where the pass couldn't see the whole list.
 */
export async function removeOverCaps(pass: Pass, gathered: Gathered): Promise<Gathered> {
  const { context, calls, startedAt } = pass;
  if (!mayExceedCaps(gathered.listing, context.settings, startedAt) || !isWhole(gathered))
    return gathered;
  const segments = [...gathered.segments, ...gathered.skimmed];
  const visible = visibleEntries(stateOf({ ...gathered, segments }, startedAt), startedAt);
  const ids = idsOverCaps(visible, context.settings, startedAt);
  if (ids.length === 0) return gathered;
  const planned = planTombstones(context, ids);
  if (!pass.dryRun) await putTombstones(context, calls, planned);
  const added = planned.map((tombstone) => ({ ...tombstone, ref: tombstone.key }));
  return { ...gathered, tombstones: [...gathered.tombstones, ...added] };
}

/** Whether the pass has seen all that a read sees. */
function isWhole({ listing, segments, skimmed, complete }: Gathered): boolean {
  const read = [...segments, ...skimmed];
  const replaced = replacedBy(read);
  const readKeys = new Set(read.map(({ key }) => key));
  return (
    complete &&
    listing.segments.every(({ key, name }) => readKeys.has(key) || replaced.has(name.id))
  );
}
