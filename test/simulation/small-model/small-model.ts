import { createListStore, type Entry, type ListStoreOptions } from "@shardlist/core";
import type { Core } from "../run-script.ts";
import { type Chooser, exhaust } from "./chooser.ts";
import { choosingStore, type StoreShape } from "./choosing-store.ts";
import { turnstile } from "./turnstile.ts";

/** One entry, at most one removal, a few passes and one reader: small enough to try everything. */
export interface SmallModel {
  readonly removal: "none" | "before the first pass" | "after the first pass";
  readonly shape: Pick<StoreShape, "inline" | "pageSize">;
  /** What passes before each pass; the last is followed by the end of the history. */
  readonly waits: readonly (readonly number[])[];
  /** How long the first pass sleeps when it has named its segment and not yet put it. @default not at all */
  readonly sleepMs?: number;
}

/** What the reader saw in one run, and when. */
interface Sight {
  startedAt: number;
  endedAt: number;
  entries: readonly Entry[] | undefined;
}

export const STALENESS = 60_000;
export const GRACE = 2 * STALENESS;
/** A pass deletes what an earlier one saw stored longer ago than this. */
export const GRACE_WITH_SKEW = 1.5 * GRACE;

const TIMES: ListStoreOptions = {
  stalenessMs: STALENESS,
  graceMs: GRACE,
  retentionMs: GRACE,
  passMs: GRACE,
  retry: { attempts: 1 },
};

/** Tries every schedule; answers how many there are, and the first that breaks a promise, in words. */
export async function tryEverything(
  model: SmallModel,
  core: Core = { createListStore },
): Promise<{ readonly schedules: number; readonly broken: string | undefined }> {
  let broken: string | undefined;
  const schedules = await exhaust(async (chooser) => {
    broken = await runOnce(model, core, chooser);
    return broken !== undefined;
  });
  return { schedules, broken };
}

async function runOnce(
  { removal, shape, waits, sleepMs = 0 }: SmallModel,
  core: Core,
  chooser: Chooser,
): Promise<string | undefined> {
  const store = choosingStore(chooser, { ...shape, stalenessMs: STALENESS });
  const clock = { now: () => START + store.now(), sleep: async () => undefined };
  const random = () => 0.3;
  const { hold, letSomeThrough, letAllThrough } = turnstile(chooser);
  const openList = (before: Parameters<typeof store.seenBy>[0]) =>
    core.createListStore(store.seenBy(before), { ...TIMES, clock, random }).list("guests");
  // Only before a write that the reader may see does it matter how far it is: what others read changes nothing for it.
  let hasSlept = sleepMs === 0;
  const openWorker = () =>
    openList(async (operation, key) => {
      if (operation === "put" && key.includes("/s/") && !hasSlept) {
        hasSlept = true;
        await letSomeThrough();
        store.wait(sleepMs);
      }
      const isWrite = operation === "put" || operation === "delete";
      if (isWrite && !key.endsWith("/h")) await letSomeThrough();
    });

  const sight: Sight = { startedAt: -1, endedAt: -1, entries: undefined };
  const reading = openList(async () => {
    await hold();
    if (sight.startedAt < 0) sight.startedAt = store.now();
  })
    .read()
    .then(({ entries }) => {
      sight.entries = entries;
    })
    .catch(() => undefined)
    .finally(() => {
      sight.endedAt = store.now();
    });

  const { id } = await openWorker().append("ada");
  const appendedAt = store.now();
  let removal_ = { calledAt: Number.POSITIVE_INFINITY, ackedAt: Number.POSITIVE_INFINITY };
  async function remove(): Promise<void> {
    const calledAt = store.now();
    await openWorker().remove(id);
    removal_ = { calledAt, ackedAt: store.now() };
  }

  for (const [index, choices] of waits.entries()) {
    if (removal === "before the first pass" && index === 0) await remove();
    if (removal === "after the first pass" && index === 1) await remove();
    await letSomeThrough();
    store.wait(choices[chooser.choose(choices.length)] ?? 0);
    await openWorker().compact();
  }
  await letSomeThrough();
  store.wait(2 * GRACE_WITH_SKEW);
  await letAllThrough(reading);

  const final = await openList(async () => undefined).read();
  const isRemoved = removal !== "none";
  if (final.entries.length !== (isRemoved ? 0 : 1))
    return `at rest: ${final.entries.length} entries`;
  return judge(sight, appendedAt, removal_);
}

/** P2, P3 and P4 for the one read. */
function judge(
  { startedAt, endedAt, entries }: Sight,
  appendedAt: number,
  removal: { readonly calledAt: number; readonly ackedAt: number },
): string | undefined {
  if (entries === undefined) return undefined;
  if (entries.length > 1) return "P4: the entry shows twice";
  const isDue = startedAt > appendedAt + STALENESS && endedAt < removal.calledAt;
  if (isDue && entries.length === 0) return `P2: missing at ${startedAt}..${endedAt}`;
  const isGone = startedAt > removal.ackedAt + STALENESS;
  if (isGone && entries.length === 1) return `P3: back at ${startedAt}..${endedAt}`;
  return undefined;
}

const START = Date.UTC(2026, 0, 1);
