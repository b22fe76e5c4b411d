import type { Rest } from "./history.ts";
import { HOUR } from "./profiles.ts";
import { openHandle, perform, type World } from "./run-script.ts";

/** Passes that a quiet list may need at most: to fold, to delete, to join what ran at once, to forget. */
const MAX_PASSES = 60;
/** So many passes in a row that write nothing: one of them may only have waited for the grace period. */
const IDLE_PASSES = 3;
/** What passes between two of them, in grace periods: more than deletion waits for, clock skew included. */
const GRACE_PERIODS_BETWEEN = 2;
/** What passes where nothing happens, in retentions, if they are short: more than forgetting waits for. */
const RETENTIONS_BETWEEN = 1.5;
const SHORT_RETENTION_MS = 24 * HOUR;

/**
 * Ends the faults, waits until all has landed and shows, and runs passes until one writes nothing. Reads before, in
 * between and after, so that what was lost meanwhile is seen.
 */
export async function comeToRest(world: World): Promise<Rest> {
  const { store, script } = world;
  store.calm();
  for (const name of regionsOf(world)) {
    if (!script.conditions.bounded) store.region(name).setStaleness({});
  }
  await store.settle();
  for (const region of regionsOf(world)) await read(world, "rest", region, "read");
  let passes = 0;
  for (let idle = 0; idle < IDLE_PASSES && passes < MAX_PASSES; passes++) {
    const before = writesOf(world);
    await perform(world, "rest", openHandle(world, store.region("rest")), { type: "compact" });
    idle = writesOf(world) > before ? 0 : idle + 1;
    if (passes < 4) await read(world, "rest", "rest", "read");
    const { graceMs, retentionMs } = script.lists;
    const forgetMs = retentionMs < SHORT_RETENTION_MS ? RETENTIONS_BETWEEN * retentionMs : 0;
    await store.advance(Math.max(GRACE_PERIODS_BETWEEN * graceMs, idle > 0 ? forgetMs : 0));
  }
  const before = writesOf(world);
  await perform(world, "rest", openHandle(world, store.region("rest")), { type: "compact" });
  const furtherWrites = writesOf(world) - before;
  await readEverywhere(world);
  const { problems } = await openHandle(world, store.region("rest")).list.verify();
  const keys = store.contents.keys("sl1/");
  return {
    passes,
    furtherWrites,
    looseKeys: keys.filter((key) => /\/[de]\//.test(key)),
    segments: keys.filter((key) => key.includes("/s/")).length,
    errors: problems
      .filter(({ severity }) => severity === "error")
      .map(({ kind, key }) => `${kind} ${key}`),
  };
}

async function readEverywhere(world: World): Promise<void> {
  for (const region of regionsOf(world)) await read(world, "end", region, "read");
  await read(world, "end", "rest", "consolidated");
  await read(world, "end", "rest", "iterate");
  await read(world, "end", "rest", "latest");
}

async function read(
  world: World,
  actor: "rest" | "end",
  region: string,
  way: "read" | "consolidated" | "iterate" | "latest",
): Promise<void> {
  const handle = openHandle(world, world.store.region(region));
  const actions = {
    read: { type: "read", allowIncomplete: false },
    consolidated: { type: "consolidated" },
    iterate: { type: "iterate", pauseMs: 0 },
    latest: { type: "latest", count: 3 },
  } as const;
  await perform(world, actor, handle, actions[way]);
}

function regionsOf({ script }: World): readonly string[] {
  return [...new Set([...script.actors.map(({ region }) => region), "rest"])];
}

function writesOf({ store }: World): number {
  const { put, delete: deletes } = store.counts();
  return put + deletes;
}
