import type { Results } from "../../results.ts";
import { figure, spread, table } from "../figures.ts";
import { profileTable } from "../profile-table.ts";
import type { Section } from "../section.ts";

/** Operations in a history that counts as one, whatever its length. */
export const OPERATIONS_OF_A_HISTORY = 100;
/** So many of them are to be run and judged in a second. */
export const GOAL_PER_SECOND = 1000;

/** How fast the judge of the protocol is. */
export function simulationSection({ simulation }: Results): Section {
  const { histories, listCalls, operations, historiesPerSecond, operationsPerSecond, profile } =
    simulation.result;
  const perSecond = operationsPerSecond.median / OPERATIONS_OF_A_HISTORY;
  const missed =
    perSecond >= GOAL_PER_SECOND
      ? ""
      : `
**Goal missed**: ${figure(GOAL_PER_SECOND)} histories of ${OPERATIONS_OF_A_HISTORY} operations are to be judged in a second; it is the length of ${figure(perSecond)}.
Where the time goes:

${profileTable(profile)}
`;
  const markdown = `## Simulation

How fast the [simulation](simulation.md) runs and judges histories: CPU time on one core, ${figure(histories)} seeds of all
profiles. A history has ${figure(listCalls)} calls on its list, which make ${figure(operations)} operations of the store, the passes that bring
it to rest included.

${table(
  ["", "a second"],
  [
    ["histories", spread(historiesPerSecond)],
    ["operations of the store", spread(operationsPerSecond)],
  ],
)}
${missed}`;
  return { markdown, charts: {} };
}
