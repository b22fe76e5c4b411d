import type { History } from "../history.ts";
import { type Violation, violation } from "./violation.ts";

/** P8: passes shrink a quiet list to segments and the head, and then write nothing. P5: what is left can be read. */
export function checkRest({ rest, operations }: History): Violation[] {
  if (rest === undefined) return [violation("P8", "it never came to rest")];
  const { passes, furtherWrites, looseKeys, errors } = rest;
  const rejected = operations.filter(
    ({ actor, outcome }) => (actor === "rest" || actor === "end") && outcome.type === "rejected",
  );
  return [
    ...looseKeys.map((key) => violation("P8", `${key} is left after ${passes} passes`)),
    ...(furtherWrites > 0 ? [violation("P8", `pass ${passes + 1} still writes`)] : []),
    ...errors.map((error) => violation("P5", `verify finds ${error}`)),
    ...rejected.map(({ action, outcome, number }) =>
      violation("P5", `${action.type} rejects at rest: ${JSON.stringify(outcome)}`, number),
    ),
  ];
}
