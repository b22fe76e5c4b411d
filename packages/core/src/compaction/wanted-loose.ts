import { compareEntries, timeOf } from "../entry.ts";
import type { ListedLoose, Listing } from "../listing-builder.ts";
import { holder, type LoadedSegment } from "../load-segments.ts";
import type { Head } from "../record/head.ts";
import { isDueIn } from "./collect.ts";
import { isForgettingDue } from "./gather-outlived.ts";
import { allowanceMs, type HeldElsewhere } from "./held-elsewhere.ts";
import type { Pass } from "./pass.ts";

/** The loose records that a pass reads, in the order in which it does. */
export interface WantedLoose {
  readonly tombstones: readonly ListedLoose[];
  readonly batches: readonly ListedLoose[];
  /** Whether a segment that was read holds a record. */
  readonly isHeld: (id: string) => boolean;
  /** Whether one can be folded or deleted in this pass; the others are read in order to forget what they name. */
  readonly isUseful: (one: ListedLoose) => boolean;
}

/**
 * Loose records that segments hold already are read again only when one of these segments is due to be deleted for, or
 * a pass would read all that was appended during the grace period again and again. Nor are batches read that can't be
 * folded in this pass. A tombstone that no segment holds always is, and first: what it names must not be written. What
 * can be deleted comes before what is read for forgetting alone, or a pass of few calls would read the same for ever.
 */
export function wantedLoose(
  pass: Pass,
  listing: Listing,
  head: Head,
  segments: readonly LoadedSegment[],
  elsewhere: HeldElsewhere,
): WantedLoose {
  const { settings } = pass.context;
  const isHeldHere = holder(segments);
  const isDue = holder(segments.filter(isDueIn(pass, head)));
  const isHeld = (id: string) => elsewhere.held.has(id) || isHeldHere(id);
  const isNeeded = ({ id, record }: ListedLoose) => record !== undefined || isDue(id);
  const isUseful = (one: ListedLoose) => isNeeded(one) || !isHeld(one.id);
  // What it names may have outlived the retention: nothing is forgotten that some tombstone names.
  const forgetBefore = pass.startedAt - settings.retentionMs + allowanceMs(settings);
  const mayForget = isForgettingDue(pass, listing);
  const tombstones = listing.tombstones.filter(
    (one) => isUseful(one) || (mayForget && timeOf(one.id) < forgetBefore),
  );
  const batches = listing.batches.filter(
    (one) => isNeeded(one) || !(isHeld(one.id) || elsewhere.notToFold.has(one.id)),
  );
  const rank = (one: ListedLoose) => (!isHeld(one.id) ? 0 : isUseful(one) ? 1 : 2);
  return {
    tombstones: tombstones.sort(
      (left, right) => rank(left) - rank(right) || compareEntries(left, right),
    ),
    batches: batches.sort(compareEntries),
    isHeld,
    isUseful,
  };
}
