import { coveredBy, dueBefore, wasSeenBefore } from "./compaction/collect.ts";
import { without } from "./compaction/without.ts";
import { headKey } from "./key.ts";
import type { ListContext } from "./list-context.ts";
import { followPages } from "./listing.ts";
import { createListingBuilder, type Listing } from "./listing-builder.ts";
import { type LoadedList, loadList } from "./load.ts";
import type { LoadedSegment } from "./load-segments.ts";
import { visibleEntries } from "./merge.ts";
import { stateOf } from "./read.ts";
import { decodeHead, type Head } from "./record/head.ts";
import { checksumHolds } from "./record/segment.ts";
import type { StoreCalls } from "./store-calls.ts";
import type { VerifyProblem, VerifyReport } from "./verify-report.ts";

/** Reads everything and changes nothing; see {@link VerifyProblem} for what it looks for. */
export async function verifyList(context: ListContext, calls: StoreCalls): Promise<VerifyReport> {
  const listing = await listEverything(context, calls);
  const head = await readHead(context, calls);
  const loaded = await loadList(calls, context.settings, listing, "load-held");
  const broken = loaded.segments.filter(({ body }) => !checksumHolds(body));
  const now = context.settings.clock.now();
  const problems = [
    ...unreadable(loaded),
    ...brokenChecksums(broken),
    ...repeatedEntries(loaded),
    ...idleTombstones(loaded),
    ...pastGrace(loaded, broken, wasSeenBefore(head, dueBefore(context.settings, now))),
  ];
  return {
    ok: problems.every(({ severity }) => severity === "notice"),
    problems,
    batches: listing.batches.length,
    tombstones: listing.tombstones.length,
    segments: listing.segments.length,
    entries: visibleEntries(stateOf(loaded, now), now).length,
  };
}

/** Page by page from the start, so that foreign keys anywhere under the list's keys are seen too. */
async function listEverything(
  { base, settings }: ListContext,
  calls: StoreCalls,
): Promise<Listing> {
  const builder = createListingBuilder(base, settings.clock.now());
  await followPages(calls, base, (records) => builder.add(records));
  return builder.finish(settings.clock.now(), true);
}

async function readHead({ base }: ListContext, calls: StoreCalls): Promise<Head> {
  const record = await calls.get(headKey(base));
  const head = record === undefined ? undefined : decodeHead(record);
  return head?.ok ? head.value : { seen: new Map() };
}

function unreadable({ listing, gone, corrupt }: LoadedList): VerifyProblem[] {
  return [
    ...listing.unknown.map((key) =>
      notice("foreign-key", key, "not a key of this list; it is left alone"),
    ),
    ...[...corrupt].map(([key, reason]) => error("unreadable-record", key, reason)),
    ...gone.map((key) => error("missing-record", key, "listed, but gone, and in no segment")),
  ];
}

function brokenChecksums(broken: readonly LoadedSegment[]): VerifyProblem[] {
  return broken.map(({ key }) =>
    error("checksum", key, "not what was written; nothing is deleted on its strength"),
  );
}

function repeatedEntries({ segments, batches }: LoadedList): VerifyProblem[] {
  const carrierOf = new Map<string, string>();
  const repeated = new Map<string, number>();
  const carriers = [
    ...segments.map(({ key, segment }) => ({ key, entries: segment.entries })),
    ...batches,
  ];
  for (const { key, entries } of carriers) {
    for (const { id } of entries) {
      if (carrierOf.has(id)) repeated.set(key, (repeated.get(key) ?? 0) + 1);
      else carrierOf.set(id, key);
    }
  }
  return [...repeated].map(([key, count]) =>
    notice("entry-twice", key, `${count} of its entries are in another record too`),
  );
}

function idleTombstones({ segments, batches, tombstones }: LoadedList): VerifyProblem[] {
  const carried = new Set<string>();
  for (const { segment } of segments) for (const { id } of segment.entries) carried.add(id);
  for (const { entries } of batches) for (const { id } of entries) carried.add(id);
  const idle = tombstones.filter(({ ids }) => !ids.some((id) => carried.has(id)));
  return idle.map(({ key }) =>
    notice("tombstone-without-carrier", key, "no record holds what it removes, or not yet"),
  );
}

function pastGrace(
  loaded: LoadedList,
  broken: readonly LoadedSegment[],
  isDue: (segment: LoadedSegment) => boolean,
): VerifyProblem[] {
  const due = coveredBy(loaded, without(loaded.segments, broken).filter(isDue));
  return due.map(({ key }) =>
    notice(
      "past-grace",
      key,
      "replaced for longer than the grace period; the next pass deletes it",
    ),
  );
}

function notice(kind: VerifyProblem["kind"], key: string, detail: string): VerifyProblem {
  return { kind, severity: "notice", key, detail };
}

function error(kind: VerifyProblem["kind"], key: string, detail: string): VerifyProblem {
  return { kind, severity: "error", key, detail };
}
