import { ListError } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import type { ListContext } from "../list-context.ts";
import { addCounts, noCounts, sumOf } from "../operation-counts.ts";
import { createStoreCalls, type StoreCalls } from "../store-calls.ts";
import { runUpdate } from "../update-record.ts";

/** Store calls of which there are never more than the budget, and what only compaction does with a store. */
export interface BudgetedCalls extends StoreCalls {
  /** Store calls that the budget still allows. */
  remaining(): number;
  /** Reads, changes and writes a mutable record, re-reading before every attempt. */
  update(key: string, change: (current: JsonValue | undefined) => JsonValue): Promise<JsonValue>;
}

/** At most `maxOperations` calls on the store; the next one rejects with `budget-exhausted`. */
export function createBudgetedCalls(
  { store, settings }: Pick<ListContext, "store" | "settings">,
  maxOperations: number,
): BudgetedCalls {
  const ofUpdates = noCounts();
  const calls = createStoreCalls(store, settings, spend);
  const counts = () => addCounts(calls.counts(), ofUpdates);
  const remaining = () => maxOperations - sumOf(counts());

  function spend(): void {
    if (remaining() > 0) return;
    throw new ListError(
      "budget-exhausted",
      `${maxOperations} store calls were not enough: raise \`maxOperations\`, or go on in another invocation`,
    );
  }

  return {
    ...calls,
    counts,
    remaining,
    update: (key, change) =>
      runUpdate(store, settings, key, change, (operation) => {
        spend();
        ofUpdates[operation]++;
      }),
  };
}
