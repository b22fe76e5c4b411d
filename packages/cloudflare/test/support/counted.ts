import type { OperationCounts } from "@shardlist/core";

/** The counts of a call that made only these store calls. */
export function only(counts: Partial<OperationCounts>): OperationCounts {
  return { put: 0, get: 0, getMany: 0, delete: 0, list: 0, ...counts };
}
