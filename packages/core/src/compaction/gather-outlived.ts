import type { Listing } from "../listing-builder.ts";
import { loadList } from "../load.ts";
import { joinLoaded, openSegments, type SegmentsOfListing } from "../load-segments.ts";
import { affordableCalls, readingWidth } from "./affordable.ts";
import { chooseOutlived } from "./forget.ts";
import type { Gathered } from "./gather.ts";
import type { Pass } from "./pass.ts";
import { without } from "./without.ts";

/**
 * Removed ids are forgotten when the earliest is this old, in retentions: a list that removes all the time is not
 * rewritten all the time.
 */
const FORGETTING_DUE = 1.25;

/** The share of the store calls left that may go into reading what may carry removed ids. */
const FORGETTING_SHARE = 0.5;

/** Whether some segment holds removed ids that have outlived the retention for long enough to be worth a rewrite. */
export function isForgettingDue(pass: Pass, listing: Listing): boolean {
  const before = pass.startedAt - pass.context.settings.retentionMs * FORGETTING_DUE;
  return listing.segments.some(({ name }) => name.removedAt > 0 && name.removedAt < before);
}

/** What was gathered, with removed ids that may be forgotten, and with all that may still carry them. */
export async function withCarriers(
  pass: Pass,
  gathered: Gathered,
  loose: Listing,
  segments: SegmentsOfListing,
  maxBytes: number,
): Promise<Gathered> {
  const { settings } = pass.context;
  const { ids, carriers } = chooseOutlived(
    gathered.segments,
    gathered.listing.segments,
    gathered.heldElsewhere.removals,
    {
      before: pass.startedAt - settings.retentionMs,
      maxBytes,
      maxReads: affordableCalls(pass, FORGETTING_SHARE) * readingWidth(pass).perCall,
      random: (settings.random ?? Math.random)(),
    },
  );
  if (carriers.length === 0) return { ...gathered, outlived: ids };
  const all = joinLoaded(segments, await openSegments(pass.calls, carriers));
  const loaded = await loadList(pass.calls, settings, loose, "load-held", all);
  const { gone, tooYoung, corrupt } = loaded;
  return {
    ...gathered,
    ...loaded,
    listing: gathered.listing,
    skimmed: without(gathered.skimmed, loaded.segments),
    complete: gone.length + tooYoung.length + corrupt.size === 0,
    outlived: ids,
  };
}
