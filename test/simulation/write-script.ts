import type { RegionOptions } from "@shardlist/core/testing";
import { type Draw, drawsOf } from "./draw.ts";
import {
  type ActionPlan,
  drawAny,
  drawAppend,
  drawPass,
  drawRead,
  drawRemoval,
} from "./draw-actions.ts";
import { drawListTimes, drawMoments, drawTimetable, type Timetable } from "./draw-times.ts";
import { drawStaleness, MINUTE, type Profile } from "./profiles.ts";
import type { Action, Actor, ListTimes, Script, Step } from "./script.ts";

/** Clocks may differ by this share of the grace period, and never by more than five minutes. */
const SKEW_SHARE = 0.5;
const MAX_SKEW_MS = 5 * MINUTE;
const REGIONS = ["paris", "tokyo", "lima"];

interface Plan extends ActionPlan {
  readonly timetable: Timetable;
}

/** Writes the script that a seed stands for in one profile. */
export function writeScript(seed: number, profile: Profile): Script {
  const draw = drawsOf(seed);
  const lists = drawListTimes(draw, profile);
  const timetable = drawTimetable(draw, profile, lists);
  const plan: Plan = { draw, profile, lists, timetable, elements: 0 };
  const { compactors = { count: [1, 3], passes: [3, 8] } } = profile;
  const isBounded = profile.staleness !== "unbounded" && (profile.skew ?? 0) <= 1;
  const store = { ...profile.store?.(draw, lists), ...drawViews(draw, profile, lists) };
  const { pauses, sleepers } = profile;
  const isLate = (store.weather?.latePuts?.chance ?? 0) > 0;
  const promptHead = isBounded && !isLate && pauses === undefined && sleepers === undefined;
  return {
    seed,
    profile: profile.name,
    conditions: { bounded: isBounded, withinRetention: true, promptHead },
    store,
    lists,
    actors: [
      ...team(plan, "writer", [1, 2], [3, 8], drawAppend),
      ...team(plan, "regular", [1, 2], [4, 8], drawAny),
      ...team(plan, "reader", [0, 2], [2, 6], drawRead),
      ...team(plan, "remover", [0, 2], [1, 3], drawRemoval),
      ...team(plan, "compactor", compactors.count, compactors.passes, drawPass),
    ],
  };
}

/** How far all regions are behind, each key and each kind of call by a draw of its own. */
function drawViews(draw: Draw, profile: Profile, { stalenessMs }: ListTimes): RegionOptions {
  const { staleness = "none" } = profile;
  if (staleness === "none") return {};
  const unbounded = { max: Number.POSITIVE_INFINITY };
  if (staleness === "unbounded") return { staleness: { get: unbounded, list: unbounded } };
  // A miss that is remembered makes what is read older than the store's own lag.
  const missCacheMs = draw.pick([0, 0, stalenessMs / 2]);
  const isFlickering = staleness === "flickering";
  return {
    missCacheMs,
    staleness: {
      get: drawStaleness(draw, stalenessMs - missCacheMs, isFlickering),
      list: drawStaleness(draw, stalenessMs, isFlickering),
    },
  };
}

function team(
  plan: Plan,
  role: string,
  size: readonly [number, number],
  steps: readonly [number, number],
  drawAction: (plan: Plan) => Action,
): Actor[] {
  const { draw, profile, lists, timetable } = plan;
  const allowedMs = Math.min(MAX_SKEW_MS, lists.graceMs * SKEW_SHARE);
  return Array.from({ length: draw.between(...size) }, (_, index) => ({
    name: `${role} ${index + 1}`,
    region: draw.pick(REGIONS),
    // Two clocks that are off in opposite directions differ by the whole of what is allowed.
    skewMs: Math.round((draw.unit() - 0.5) * allowedMs * (profile.skew ?? 0)),
    handle: draw.pick(["fresh", "long-lived"]),
    steps: drawMoments(draw, timetable, lists, draw.between(...steps)).map(
      (moment, place, moments) => ({
        waitMs: moment - (moments[place - 1] ?? 0),
        ...drawStep(plan, moment, drawAction(plan)),
      }),
    ),
  }));
}

function drawStep(plan: Plan, moment: number, action: Action): Omit<Step, "waitMs"> {
  const { draw, profile, lists } = plan;
  const { deaths = 0, pauses, sleepers } = profile;
  const isPass = action.type === "compact";
  return {
    action,
    ...(pauses && draw.chance(pauses.chance)
      ? { pauseMs: draw.between(1, Math.floor(pauses.graces * lists.graceMs)) }
      : {}),
    ...(sleepers && isPass && draw.chance(sleepers.chance)
      ? { sleepBeforePutMs: drawSleep(plan, moment, sleepers.ms) }
      : {}),
    ...(draw.chance(deaths)
      ? {
          death: {
            call: draw.between(1, isPass ? 12 : 3),
            lands: draw.chance(0.5),
            as: draw.pick(["fail", "hang"]),
          },
        }
      : {}),
  };
}

/** Who sleeps may wake up in the middle of things. */
function drawSleep({ draw, timetable }: Plan, moment: number, maxMs: number): number {
  const later = timetable.busy.filter((busy) => busy > moment);
  return later.length > 0 && draw.chance(0.6) ? draw.pick(later) - moment : draw.between(1, maxMs);
}
