import { decodeStamp } from "../clock.ts";
import { ListError } from "../errors.ts";
import type { ListContext } from "../list-context.ts";
import type { Listing } from "../listing-builder.ts";
import { namesExactly } from "../record/head.ts";
import { mayExceedCaps, removeOverCaps } from "./cap.ts";
import { collect } from "./collect.ts";
import { planPass } from "./fold.ts";
import { gatherHead, gatherListing, gatherRecords } from "./gather.ts";
import { isForgettingDue } from "./gather-outlived.ts";
import { isLookedAt } from "./idle.ts";
import { type Pass, startPass } from "./pass.ts";
import { consolidate, type ReadValues } from "./plain-array.ts";
import type { CompactionReport, CompactOptions } from "./report.ts";
import { runFold } from "./run-fold.ts";
import { settle } from "./settle.ts";

/**
 * One pass: list, load, collect what earlier passes superseded, fold, and leave a hint in the head. It may die at any
 * await: what it did stays right, and the next pass goes on from the listing alone. There is no latch to stay shut.
 */
export async function compactList(
  context: ListContext,
  options: CompactOptions,
  readValues: ReadValues,
): Promise<CompactionReport> {
  const pass = startPass(context, options);
  try {
    await runWithinBudget(pass);
    const { consolidateTo } = options;
    if (consolidateTo !== undefined && !pass.dryRun && pass.tally.stopped === undefined)
      await consolidate(pass, consolidateTo, readValues);
  } catch (error) {
    pass.enter("failed");
    throw error;
  }
  pass.enter("done");
  return pass.report();
}

/** A budget that runs out ends a pass early, and the next one goes on from there. */
async function runWithinBudget(pass: Pass): Promise<void> {
  try {
    await runPass(pass);
  } catch (error) {
    if (!(error instanceof ListError) || error.code !== "budget-exhausted") throw error;
    pass.tally.stopped = "operations";
  }
}

async function runPass(pass: Pass): Promise<void> {
  const listing = await gatherListing(pass);
  // A segment's id sorts after those that it may replace, also where this pass's clock is behind.
  for (const { name } of listing.segments) pass.context.clock.observe(decodeStamp(name.id));
  const loose = [...listing.tombstones, ...listing.batches];
  const isQuiet = listing.complete && !isSomethingDue(pass, listing);
  if (isQuiet && !isLookedAt(loose, listing.segments)) return;
  const head = await gatherHead(pass);
  if (isQuiet && loose.length === 0 && namesExactly(head, listing.segments)) return;
  const gathered = await removeOverCaps(pass, await gatherRecords(pass, listing, head));
  const { settings } = pass.context;
  const plan = planPass(gathered, {
    now: pass.startedAt,
    minBatches: pass.minBatches,
    segmentBytes: settings.limits.segmentBytes,
    youngAfter: pass.startedAt - Math.min(settings.passMs, settings.graceMs),
    random: settings.random ?? Math.random,
  });
  const replacedBefore = listing.segments.length - plan.live.length;
  const looseBefore = gathered.listing.batches.length + gathered.tombstones.length;
  pass.tally.remaining = looseBefore + replacedBefore;
  await collect(pass, gathered, plan.outputs.length > 0 ? "fold" : "nothing-to-fold");
  const folded = await runFold(pass, gathered, plan);
  if (!pass.dryRun) pass.tally.remaining += folded.replaced - pass.tally.deleted;
  await settle(pass, gathered, folded);
}

function isSomethingDue(pass: Pass, listing: Listing): boolean {
  const { settings } = pass.context;
  return isForgettingDue(pass, listing) || mayExceedCaps(listing, settings, pass.startedAt);
}
