import type { History } from "../history.ts";
import type { Model } from "../model.ts";
import { type Read, reaches } from "./reads.ts";
import { type Violation, violation } from "./violation.ts";

/** P6: a handle sees its own appends and removals at once. It remembers them for half the retention; then all see them. */
export function checkSessions(history: History, reads: readonly Read[], model: Model): Violation[] {
  const memoryMs = history.script.lists.retentionMs / 2;
  return reads.flatMap((read) => {
    const { handle, number } = read.operation;
    const own = model.attempts.filter((attempt) => {
      const age = read.endedAt - attempt.ackedAt;
      const isOwn = attempt.handle === handle && attempt.operation < number;
      return isOwn && attempt.ackedAt <= read.startedAt && age < memoryMs;
    });
    const missing = own.filter(
      ({ element, maybeRemovedAt }) =>
        !read.elements.has(element) &&
        maybeRemovedAt > read.endedAt &&
        model.byElement.get(element)?.every(({ id }) => reaches(read, id)),
    );
    const removed = read.entries.filter(({ id }) =>
      model.byId
        .get(id)
        ?.removers.some(
          (remover) =>
            remover.handle === handle &&
            remover.operation < number &&
            read.endedAt - remover.at < memoryMs,
        ),
    );
    return [
      ...missing.map(({ element }) => violation("P6", `own element ${element} is missing`, number)),
      ...removed.map(({ element }) =>
        violation("P6", `own removal of ${element} is missing`, number),
      ),
    ];
  });
}
