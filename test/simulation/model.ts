import type { History, Operation, Seen } from "./history.ts";

/** What a list must and may hold, as a plain array of attempts and sets of ids: slow, obvious, and no part of the core. */
export interface Model {
  readonly attempts: readonly Attempt[];
  /** Attempts by element: several where one key was appended more than once. */
  readonly byElement: ReadonlyMap<number, readonly Attempt[]>;
  readonly byId: ReadonlyMap<string, Attempt>;
}

/** One value handed to an append. */
export interface Attempt {
  readonly element: number;
  readonly handle: number;
  /** The number of the operation. Those of one handle follow each other. */
  readonly operation: number;
  readonly invokedAt: number;
  /** When it was acknowledged; never where it was rejected or its process died. */
  readonly ackedAt: number;
  /** Known where it was acknowledged. */
  readonly id: string | undefined;
  /** From when on a removal may have removed it. */
  maybeRemovedAt: number;
  /** When a removal of it was acknowledged. */
  removedAt: number;
  /** Handles that were told that they have removed it, and when. */
  readonly removers: { readonly handle: number; readonly operation: number; readonly at: number }[];
}

const NEVER = Number.POSITIVE_INFINITY;

/** Replays the acknowledged and the uncertain writes of a history. */
export function modelOf(history: History): Model {
  const attempts = history.operations.flatMap(attemptsOf);
  const byElement = groupBy(attempts, ({ element }) => element);
  const byId = new Map(attempts.flatMap((one) => (one.id === undefined ? [] : [[one.id, one]])));
  for (const operation of history.operations) {
    if (operation.action.type === "clear")
      for (const attempt of attempts) noteMaybeRemoved(attempt, operation);
    for (const target of operation.targets) noteRemoval(operation, target, byElement, byId);
  }
  return { attempts, byElement, byId };
}

function attemptsOf(operation: Operation): Attempt[] {
  const { number, action, outcome, startedAt, endedAt, handle } = operation;
  const elements =
    action.type === "append"
      ? [action.element]
      : action.type === "appendAll"
        ? action.elements
        : [];
  const entries = outcome.type === "appended" ? outcome.entries : [];
  return elements.map((element, index) => ({
    element,
    handle,
    operation: number,
    invokedAt: startedAt,
    ackedAt: outcome.type === "appended" ? endedAt : NEVER,
    id: entries[index]?.id,
    maybeRemovedAt: NEVER,
    removedAt: NEVER,
    removers: [],
  }));
}

/** The entry's own id is surely removed; the other ids of its key, as far as the remover had seen them. */
function noteRemoval(
  operation: Operation,
  target: Seen,
  byElement: ReadonlyMap<number, readonly Attempt[]>,
  byId: ReadonlyMap<string, Attempt>,
): void {
  for (const attempt of byElement.get(target.element) ?? []) noteMaybeRemoved(attempt, operation);
  const group = byElement.get(target.element) ?? [];
  const attempt = byId.get(target.id) ?? (group.length === 1 ? group[0] : undefined);
  if (attempt === undefined || operation.outcome.type !== "removed") return;
  attempt.removedAt = Math.min(attempt.removedAt, operation.endedAt);
  const { handle, number, endedAt } = operation;
  attempt.removers.push({ handle, operation: number, at: endedAt });
}

function noteMaybeRemoved(attempt: Attempt, operation: Operation): void {
  if (attempt.invokedAt <= operation.endedAt)
    attempt.maybeRemovedAt = Math.min(attempt.maybeRemovedAt, operation.startedAt);
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
