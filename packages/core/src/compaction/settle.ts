import { MAX_SKEW_MS } from "../clock.ts";
import { ListError } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import { headKey } from "../key.ts";
import {
  type CurrentSegments,
  decodeHead,
  encodeHead,
  type Head,
  joinHeads,
} from "../record/head.ts";
import type { Gathered } from "./gather.ts";
import type { Pass } from "./pass.ts";
import type { Folded } from "./run-fold.ts";

/**
 * Leaves in the head what this pass knows: which segments it has seen stored, and which make up the list where nothing
 * is loose. Re-reads the head before each attempt and joins it with this. What is lost of it costs freshness and delay.
 */
export async function settle(pass: Pass, gathered: Gathered, folded: Folded): Promise<void> {
  const { context, calls, dryRun } = pass;
  const known = headOf(pass, gathered, folded);
  const next = joinHeads(credible(pass, gathered.head), known);
  if (dryRun || isSameHead(gathered.head, next)) return;
  pass.enter("head");
  try {
    await calls.update(headKey(context.base), (record) => {
      const decoded = record === undefined ? undefined : decodeHead(record);
      const head = decoded?.ok ? joinHeads(credible(pass, decoded.value), known) : known;
      return encodeFitting(
        pruned(pass, gathered, folded, head),
        context.settings.limits.valueBytes,
      );
    });
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
    if (error.code === "budget-exhausted") pass.tally.stopped = "operations";
  }
}

/** Without the state that a pass left whose clock is ahead: it would be taken for the newest until that time comes. */
function credible(pass: Pass, head: Head): Head {
  const { current, seen } = head;
  const isAhead = current !== undefined && current.at > pass.startedAt + MAX_SKEW_MS;
  return isAhead ? { seen } : head;
}

function headOf(pass: Pass, gathered: Gathered, folded: Folded): Head {
  const now = pass.context.settings.clock.now();
  const stored = [
    ...gathered.segments.map(({ name }) => name.id),
    ...gathered.heldElsewhere.replacements.keys(),
    ...folded.live.filter(({ body }) => body !== undefined).map(({ name }) => name.id),
  ];
  const seen = new Map(stored.map((id) => [id, now]));
  const isSettled =
    gathered.complete && folded.loose.size === 0 && pass.tally.stopped !== "slow-listing";
  return isSettled ? { seen, current: currentSegments(pass, gathered, folded) } : { seen };
}

function currentSegments(pass: Pass, gathered: Gathered, { live }: Folded): CurrentSegments {
  const keys = live.map(({ key }) => key).sort();
  const [only] = live;
  const fits = (only?.name.bytes ?? 0) <= pass.context.settings.limits.valueBytes / 2;
  const body = live.length === 1 && fits ? only?.body : undefined;
  return { at: gathered.listing.startedAt, keys, ...(body === undefined ? {} : { body }) };
}

/** Forgets segments that are no longer listed. */
function pruned(pass: Pass, gathered: Gathered, folded: Folded, head: Head): Head {
  const known = new Set([...gathered.listing.segments, ...folded.live].map(({ name }) => name.id));
  const before = pass.startedAt - pass.context.settings.retentionMs;
  return {
    ...head,
    seen: new Map([...head.seen].filter(([id, time]) => known.has(id) || time > before)),
  };
}

/**
 * The head's record. Where it would be too large, it says of as many segments as fit that they were seen: the earliest
 * first, which are due first.
 */
function encodeFitting(head: Head, maxBytes: number): JsonObject {
  const { record, bytes } = encodeHead(head);
  if (bytes <= maxBytes) return record;
  const { seen } = head;
  const earliest = [...seen].sort(([, left], [, right]) => left - right);
  const kept = Math.floor(head.current === undefined ? seen.size / 2 : seen.size);
  return encodeFitting({ seen: new Map(earliest.slice(0, kept)) }, maxBytes);
}

/** Whether writing would say nothing new: the same segments, each seen already. */
function isSameHead(left: Head, right: Head): boolean {
  const isSeen = [...right.seen.keys()].every((id) => left.seen.has(id));
  return isSeen && left.current?.keys.join() === right.current?.keys.join();
}
