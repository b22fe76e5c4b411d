import type { Draw } from "./draw.ts";
import type { Profile } from "./profiles.ts";
import type { Action, ListTimes } from "./script.ts";

/** What drawing the actions of one history needs. */
export interface ActionPlan {
  readonly draw: Draw;
  readonly profile: Profile;
  readonly lists: ListTimes;
  /** Elements given out so far, besides those with keys. */
  elements: number;
}

/** Elements that are appended under a key, again and again. */
const KEYED_ELEMENTS = 6;

export function drawAppend(plan: ActionPlan): Action {
  const { draw, profile } = plan;
  if (draw.chance(0.2)) {
    const elements = Array.from({ length: draw.between(2, 4) }, () => newElement(plan));
    return { type: "appendAll", elements };
  }
  const keyed = profile.keyed === true && draw.chance(0.6);
  const element = keyed ? draw.below(KEYED_ELEMENTS) : newElement(plan);
  return { type: "append", element, keyed, long: draw.chance(0.3) };
}

export function drawRead({ draw, lists }: ActionPlan): Action {
  return draw.pick<Action>([
    { type: "read", allowIncomplete: false },
    { type: "read", allowIncomplete: false },
    { type: "read", allowIncomplete: draw.chance(0.5) },
    { type: "consolidated" },
    { type: "latest", count: draw.between(1, 5) },
    { type: "iterate", pauseMs: draw.pick([0, 0, lists.stalenessMs]) },
  ]);
}

export function drawRemoval({ draw }: ActionPlan): Action {
  if (draw.chance(0.1)) return { type: "clear" };
  return { type: "remove", picks: Array.from({ length: draw.between(1, 3) }, () => draw.unit()) };
}

export function drawPass({ draw, profile }: ActionPlan): Action {
  const { chance, most } = profile.budgets ?? { chance: 0.2, most: 30 };
  return {
    type: "compact",
    ...(draw.chance(chance) ? { maxOperations: draw.between(1, most) } : {}),
    ...(draw.chance(0.1) ? { maxMs: draw.between(1, 5000) } : {}),
    ...(draw.chance(0.1) ? { minBatches: draw.between(1, 4) } : {}),
  };
}

/** What a process does that is no specialist. */
export function drawAny(plan: ActionPlan): Action {
  const kinds = [drawAppend, drawAppend, drawRead, drawRead, drawRemoval, drawPass];
  return plan.draw.pick(kinds)(plan);
}

function newElement(plan: ActionPlan): number {
  return KEYED_ELEMENTS + plan.elements++;
}
