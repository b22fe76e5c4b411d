import type { History } from "../history.ts";
import { modelOf } from "../model.ts";
import { readsOf } from "./reads.ts";
import { checkRest } from "./rest.ts";
import { checkSessions } from "./sessions.ts";
import { checkAbsence, checkNothingLost, checkNothingRevived, checkPresence } from "./set-full.ts";
import { checkShape } from "./shape.ts";
import type { Violation } from "./violation.ts";

/** Every promise that a history breaks, each as far as its conditions hold. */
export function check(history: History): Violation[] {
  const model = modelOf(history);
  const reads = readsOf(history);
  return [
    ...checkShape(reads, model),
    ...checkPresence(history, reads, model),
    ...checkAbsence(history, reads, model),
    ...checkSessions(history, reads, model),
    ...checkNothingLost(history, reads, model),
    ...checkNothingRevived(history, reads, model),
    ...checkRest(history),
  ];
}
