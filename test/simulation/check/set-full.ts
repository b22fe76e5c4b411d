import type { History } from "../history.ts";
import type { Attempt, Model } from "../model.ts";
import { type Read, reaches } from "./reads.ts";
import { type Violation, violation } from "./violation.ts";

/**
 * Jepsen's set-full: each element is known when its append is acknowledged, stale while reads that start later leave it
 * out, stable after the last of them, and lost if no read shows it again. P2: no read that starts more than the
 * staleness window later leaves it out. Removals may hide it from the moment they are called.
 */
export function checkPresence(history: History, reads: readonly Read[], model: Model): Violation[] {
  const { stalenessMs } = history.script.lists;
  if (!history.script.conditions.bounded) return [];
  const found: Violation[] = [];
  for (const [element, attempts] of model.byElement) {
    for (const read of reads) {
      if (!read.complete || read.elements.has(element)) continue;
      const due = attempts.find(
        ({ ackedAt, maybeRemovedAt }) =>
          ackedAt < read.startedAt - stalenessMs && maybeRemovedAt > read.endedAt,
      );
      // Entries of one key stand where the first of them stands.
      if (due === undefined || !attempts.every(({ id }) => reaches(read, id))) continue;
      const late = read.startedAt - due.ackedAt;
      found.push(
        violation(
          "P2",
          `element ${element} is missing, known for ${late} ms`,
          read.operation.number,
        ),
      );
    }
  }
  return found;
}

/** P3: no read that starts more than the staleness window after the acknowledgement of a removal shows what it removed. */
export function checkAbsence(history: History, reads: readonly Read[], model: Model): Violation[] {
  const { script } = history;
  const { bounded, withinRetention } = script.conditions;
  if (!bounded || !withinRetention) return [];
  return reads.flatMap((read) =>
    read.entries.flatMap(({ element, id }) => {
      if (!read.complete) return [];
      const attempt = attemptFor(model, element, id);
      const late = read.startedAt - (attempt?.removedAt ?? Number.POSITIVE_INFINITY);
      if (late <= script.lists.stalenessMs) return [];
      const what = `element ${element} shows ${late} ms after its removal`;
      return [violation("P3", what, read.operation.number)];
    }),
  );
}

/** P1: once all is at rest, every acknowledged entry is there that no removal may have removed. */
export function checkNothingLost(
  history: History,
  reads: readonly Read[],
  model: Model,
): Violation[] {
  const final = readsAtRest(history, reads).filter(({ limit }) => limit === undefined);
  if (final.length === 0) return [violation("P1", "no read succeeds at rest")];
  return final.flatMap(({ elements, operation }) =>
    [...model.byElement].flatMap(([element, attempts]) => {
      const isDue = attempts.some(
        ({ ackedAt, maybeRemovedAt }) =>
          ackedAt < Number.POSITIVE_INFINITY && maybeRemovedAt === Number.POSITIVE_INFINITY,
      );
      if (!isDue || elements.has(element)) return [];
      return [violation("P1", `element ${element} is lost`, operation.number)];
    }),
  );
}

/** P3 at rest: what was removed stays removed, whatever the store did meanwhile, while removals are remembered. */
export function checkNothingRevived(
  history: History,
  reads: readonly Read[],
  model: Model,
): Violation[] {
  if (!history.script.conditions.withinRetention) return [];
  return readsAtRest(history, reads).flatMap(({ entries, operation }) =>
    entries.flatMap(({ element, id }) => {
      const removedAt = attemptFor(model, element, id)?.removedAt ?? Number.POSITIVE_INFINITY;
      if (removedAt === Number.POSITIVE_INFINITY) return [];
      return [violation("P3", `element ${element} is back at rest`, operation.number)];
    }),
  );
}

/** Reads after everything has come to rest; consolidated ones where the last pass has had the last word. */
function readsAtRest({ script }: History, reads: readonly Read[]): Read[] {
  return reads.filter(({ consolidated, operation: { actor } }) =>
    consolidated
      ? actor === "end" && script.conditions.promptHead
      : actor === "rest" || actor === "end",
  );
}

/** The attempt that an entry shows; unknown where several attempts of one key were never acknowledged. */
function attemptFor(model: Model, element: number, id: string): Attempt | undefined {
  const known = model.byId.get(id);
  if (known !== undefined) return known;
  const group = model.byElement.get(element) ?? [];
  return group.length === 1 ? group[0] : undefined;
}
