import type { RegionOptions } from "@shardlist/core/testing";
import { type Draw, drawsOf } from "./draw.ts";
import { drawStaleness, HOUR, MINUTE, type Profile, SECOND, type Times } from "./profiles.ts";
import type { Action, Actor, ListTimes, Script, Step } from "./script.ts";

/** Clocks may differ by this share of the grace period, and never by more than five minutes; see the docs of `graceMs`. */
const SKEW_SHARE = 0.5;
const MAX_SKEW_MS = 5 * MINUTE;
/** Elements that are appended under a key, again and again. */
const KEYED_ELEMENTS = 6;
/** Much longer than any history takes. */
const LONG_RETENTION_MS = 30 * 24 * HOUR;

/** What the writing of a script needs. */
interface Plan {
  readonly draw: Draw;
  readonly profile: Profile;
  readonly lists: ListTimes;
  /** How long the actors are at work, in ms. */
  readonly spanMs: number;
  /** Moments at which many of them act at once. */
  readonly busy: readonly number[];
  elements: number;
}

/** Writes the script that a seed stands for. */
export function writeScript(seed: number, profile: Profile): Script {
  const draw = drawsOf(seed);
  const stalenessMs = MINUTE;
  const graceMs = draw.pick([2, 3, 10]) * MINUTE;
  const times = { stalenessMs, graceMs };
  const lists: ListTimes = {
    ...times,
    passMs: draw.pick([30 * SECOND, 5 * MINUTE]),
    retentionMs: profile.forgetful ? draw.between(5, 8) * MINUTE + graceMs : LONG_RETENTION_MS,
    retry: { attempts: draw.pick([3, 5]), baseMs: 50, maxMs: 5000 },
  };
  const spanMs = draw.between(2, 12) * graceMs + (profile.forgetful ? draw.between(1, 4) * lists.retentionMs : 0);
  const busy = Array.from({ length: draw.between(3, 8) }, () => draw.below(spanMs));
  const plan: Plan = { draw, profile, lists, spanMs, busy, elements: 0 };
  const isBounded = profile.staleness !== "unbounded" && (profile.skew ?? 0) <= 1;
  return {
    seed,
    profile: profile.name,
    conditions: { bounded: isBounded, withinRetention: true },
    store: storeOptions(draw, profile, times),
    lists,
    actors: [
      ...team(plan, "writer", draw.between(1, 3), [3, 8], appending),
      ...team(plan, "reader", draw.between(1, 3), [2, 6], reading),
      ...team(plan, "remover", draw.between(0, 2), [1, 3], removing),
      ...team(plan, "compactor", draw.between(1, 3), [3, 8], compacting),
    ],
  };
}

function storeOptions(draw: Draw, profile: Profile, times: Times): Script["store"] {
  return { ...profile.store?.(draw, times), ...views(draw, profile, times) };
}

function views(draw: Draw, profile: Profile, { stalenessMs }: Times): RegionOptions {
  const { staleness = "none" } = profile;
  if (staleness === "none") return {};
  const unbounded = { max: Number.POSITIVE_INFINITY };
  if (staleness === "unbounded") return { staleness: { get: unbounded, list: unbounded } };
  const missCacheMs = draw.pick([0, 0, stalenessMs / 2]);
  const isFlickering = staleness === "flickering";
  const drawn = (maxMs: number) => drawStaleness(draw, maxMs, isFlickering);
  return {
    missCacheMs,
    staleness: { get: drawn(stalenessMs - missCacheMs), list: drawn(stalenessMs) },
  };
}

function team(
  plan: Plan,
  role: string,
  size: number,
  [fewest, most]: readonly [number, number],
  action: (plan: Plan) => Action,
): Actor[] {
  const { draw, profile, lists } = plan;
  const allowedMs = Math.min(MAX_SKEW_MS, lists.graceMs * SKEW_SHARE);
  return Array.from({ length: size }, (_, index) => ({
    name: `${role} ${index + 1}`,
    region: draw.pick(["paris", "tokyo", "lima"]),
    // Two clocks that are off in opposite directions differ by the whole of what is allowed.
    skewMs: Math.round((draw.unit() - 0.5) * allowedMs * (profile.skew ?? 0)),
    handle: draw.pick(["fresh", "long-lived"]),
    steps: momentsOf(plan, draw.between(fewest, most)).map((waitMs) =>
      step(plan, waitMs, action(plan)),
    ),
  }));
}

function step(plan: Plan, waitMs: number, action: Action): Step {
  const { draw, profile, lists } = plan;
  const { deaths = 0, pauses, sleepers } = profile;
  return {
    waitMs,
    action,
    ...(pauses && draw.chance(pauses.chance)
      ? { pauseMs: draw.between(1, Math.floor(pauses.graces * lists.graceMs)) }
      : {}),
    ...(sleepers && action.type === "compact" && draw.chance(sleepers.chance)
      ? { sleepBeforePutMs: draw.between(1, sleepers.ms) }
      : {}),
    ...(draw.chance(deaths)
      ? {
          death: {
            call: draw.between(1, action.type === "compact" ? 12 : 3),
            lands: draw.chance(0.5),
            as: draw.pick(["fail", "hang"]),
          },
        }
      : {}),
  };
}

/** Waits that lead from one moment of an actor to its next: most of them near a moment that is busy for all actors. */
function momentsOf({ draw, lists, spanMs, busy }: Plan, count: number): number[] {
  const moments = Array.from({ length: count }, () => {
    if (draw.chance(0.25)) return draw.below(spanMs);
    return draw.pick(busy) + draw.below(draw.pick([1, 100, SECOND, lists.stalenessMs]));
  });
  moments.sort((left, right) => left - right);
  return moments.map((moment, index) => moment - (moments[index - 1] ?? 0));
}

function appending(plan: Plan): Action {
  const { draw, profile } = plan;
  if (draw.chance(0.2)) {
    const elements = Array.from({ length: draw.between(2, 4) }, () => KEYED_ELEMENTS + plan.elements++);
    return { type: "appendAll", elements };
  }
  const keyed = profile.keyed === true && draw.chance(0.6);
  const element = keyed ? draw.below(KEYED_ELEMENTS) : KEYED_ELEMENTS + plan.elements++;
  return { type: "append", element, keyed, long: draw.chance(0.3) };
}

function reading({ draw, lists }: Plan): Action {
  return draw.pick<Action>([
    { type: "read", allowIncomplete: false },
    { type: "read", allowIncomplete: false },
    { type: "read", allowIncomplete: draw.chance(0.5) },
    { type: "consolidated" },
    { type: "latest", count: draw.between(1, 5) },
    { type: "iterate", pauseMs: draw.pick([0, 0, lists.stalenessMs]) },
  ]);
}

function removing({ draw }: Plan): Action {
  if (draw.chance(0.1)) return { type: "clear" };
  return { type: "remove", picks: Array.from({ length: draw.between(1, 3) }, () => draw.unit()) };
}

function compacting({ draw }: Plan): Action {
  return {
    type: "compact",
    ...(draw.chance(0.3) ? { maxOperations: draw.between(1, 30) } : {}),
    ...(draw.chance(0.1) ? { maxMs: draw.between(1, 5000) } : {}),
    ...(draw.chance(0.1) ? { minBatches: draw.between(1, 4) } : {}),
  };
}
