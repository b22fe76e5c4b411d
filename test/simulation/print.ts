import type { Violation } from "./check/violation.ts";
import type { History, Operation, Outcome } from "./history.ts";
import type { Failure } from "./shrink.ts";

/** A history as lines that a person can follow. */
export function printHistory({ script, operations, rest }: History): string {
  const start = Date.UTC(2026, 0, 1);
  const lines = operations.map((operation) => printOperation(operation, start));
  return [
    `seed ${script.seed}, profile ${script.profile}`,
    `lists ${JSON.stringify(script.lists)}`,
    `store ${JSON.stringify(script.store, (_, value) => (value === Number.POSITIVE_INFINITY ? "Infinity" : value))}`,
    ...script.actors.map(
      ({ name, region, skewMs, handle, steps }) =>
        `${name}: in ${region}, clock ${skewMs} ms ahead, ${handle}; ${steps.map((step) => JSON.stringify(step)).join(" ")}`,
    ),
    ...lines,
    `at rest: ${JSON.stringify(rest)}`,
  ].join("\n");
}

export function printViolation({ promise, what, operation }: Violation): string {
  return `${promise}: ${what}${operation === undefined ? "" : ` (operation ${operation})`}`;
}

function printOperation(operation: Operation, start: number): string {
  const { number, actor, handle, action, startedAt, endedAt, targets, outcome } = operation;
  const { type, ...details } = action;
  const time = `${startedAt - start}..${endedAt - start}`;
  const about = targets.length === 0 ? "" : ` of ${targets.map(({ element }) => element).join()}`;
  return `#${number} ${time} ${actor} (handle ${handle}) ${type} ${JSON.stringify(details)}${about}: ${printOutcome(outcome)}`;
}

function printOutcome(outcome: Outcome): string {
  if (outcome.type === "appended")
    return outcome.entries.map(({ id, element }) => `${element}=${id}`).join(" ");
  if (outcome.type === "read") {
    const missing = outcome.missing.length === 0 ? "" : ` missing ${outcome.missing.join()}`;
    return `[${outcome.entries.map(({ element }) => element).join()}]${missing}`;
  }
  if (outcome.type === "compacted") return outcome.report;
  return outcome.type === "rejected" ? `rejected ${outcome.code}` : outcome.type;
}

/** A history with the promises that it breaks. */
export function printFailure({ history, violations }: Failure): string {
  return [printHistory(history), ...violations.map(printViolation)].join("\n");
}
