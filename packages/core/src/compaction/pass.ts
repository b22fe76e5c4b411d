import { positive, trueOrFalse } from "../check-option.ts";
import type { CompactionEvent, ListEvent } from "../events.ts";
import type { ListContext } from "../list-context.ts";
import { sumOf } from "../operation-counts.ts";
import { type BudgetedCalls, createBudgetedCalls } from "./budgeted-calls.ts";
import type { CompactionReport, CompactOptions } from "./report.ts";

/** One run of compaction: its budget, its tallies, and what it may still do. */
export interface Pass {
  readonly context: ListContext;
  readonly calls: BudgetedCalls;
  readonly startedAt: number;
  readonly maxOperations: number;
  readonly minBatches: number;
  readonly dryRun: boolean;
  readonly tally: Tally;
  /** Whether the time budget still runs. */
  hasTime(): boolean;
  /** Whether this share still runs of the time in which the listing may be acted on: what follows needs the rest. */
  hasShareOfTime(share: number): boolean;
  /** Whether a listing that started then is young enough for something to be written on its strength. */
  isFresh(listedAt: number): boolean;
  enter(phase: CompactionEvent["phase"]): void;
  report(): CompactionReport;
}

/** What a pass has done so far. */
export interface Tally {
  absorbed: number;
  written: number;
  deleted: number;
  remaining: number;
  bytes: number;
  stopped?: NonNullable<CompactionReport["stopped"]>;
}

/**
 * The share of the time and of the store calls that listing may take. A list too long for it is listed in part, and
 * folded in part: otherwise it would only ever grow longer.
 */
export const LISTING_SHARE = 0.5;

/** Starts a pass; refuses bad options before any store call. */
export function startPass(context: ListContext, options: CompactOptions): Pass {
  const { settings } = context;
  const {
    maxOperations = settings.limits.operationsPerInvocation,
    maxMs = settings.passMs,
    minBatches = 1,
    dryRun = false,
  } = options;
  positive("maxOperations", maxOperations);
  positive("maxMs", maxMs);
  positive("minBatches", minBatches);
  trueOrFalse("dryRun", dryRun);
  const startedAt = settings.clock.now();
  const tally: Tally = { absorbed: 0, written: 0, deleted: 0, remaining: 0, bytes: 0 };
  let retries = 0;
  const onEvent = (event: ListEvent) => {
    if (event.type === "retry") retries++;
    settings.onEvent(event);
  };
  const counted = { ...context, settings: { ...settings, onEvent } };
  const calls = createBudgetedCalls(counted, maxOperations);
  const operations = () => sumOf(calls.counts());
  return {
    context: counted,
    calls,
    startedAt,
    maxOperations,
    minBatches,
    dryRun,
    tally,
    hasTime: () => settings.clock.now() - startedAt < maxMs,
    hasShareOfTime: (share) =>
      settings.clock.now() - startedAt < share * Math.min(maxMs, settings.passMs),
    isFresh: (listedAt) => settings.clock.now() - listedAt <= settings.passMs,
    enter: (phase) =>
      onEvent({ type: "compaction", list: context.name, phase, operations: operations() }),
    report: () => ({ ...tally, retries, operations: calls.counts() }),
  };
}
