import { noCounts } from "../../operation-counts.ts";
import type { OperationCounts } from "../../record-store.ts";
import type { Operation } from "./simulated-call.ts";

/** Counts calls by kind. */
export interface Tally {
  /** A copy of the counts as they stand. */
  counts(): OperationCounts;
  total(): number;
  add(operation: Operation): void;
  reset(): void;
}

export function tally(): Tally {
  const zero = noCounts();
  let counts: Record<Operation, number> = { ...zero };
  return {
    counts: () => ({ ...counts }),
    total: () => counts.put + counts.get + counts.getMany + counts.delete + counts.list,
    add(operation) {
      counts[operation]++;
    },
    reset() {
      counts = { ...zero };
    },
  };
}
