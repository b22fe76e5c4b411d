import type { Model } from "../model.ts";
import type { Read } from "./reads.ts";
import { type Violation, violation } from "./violation.ts";

/** P4 and P7: no entry twice, none that nobody appended, and one order for all. */
export function checkShape(reads: readonly Read[], model: Model): Violation[] {
  const elementOfId = new Map([...model.byId].map(([id, { element }]) => [id, element]));
  return reads.flatMap(({ operation: { number }, entries, endedAt }) => {
    const found: Violation[] = [];
    let previous = "";
    const elements = new Set<number>();
    for (const { id, element } of entries) {
      if (id === previous) found.push(violation("P4", `entry ${id} twice`, number));
      if (id < previous) found.push(violation("P4", `entry ${id} behind ${previous}`, number));
      previous = id;
      if (elements.has(element)) found.push(violation("P7", `element ${element} twice`, number));
      elements.add(element);
      const attempts = model.byElement.get(element) ?? [];
      if (!attempts.some(({ invokedAt }) => invokedAt <= endedAt))
        found.push(violation("P4", `element ${element}, which nobody had appended`, number));
      const known = elementOfId.get(id);
      if (known !== undefined && known !== element)
        found.push(violation("P4", `entry ${id} is ${element}, and was ${known}`, number));
      elementOfId.set(id, element);
    }
    return found;
  });
}
