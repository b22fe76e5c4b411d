import type { OperationCounts } from "./record-store.ts";

/** No calls yet, in counts that may go up. */
export function noCounts(): { -readonly [operation in keyof OperationCounts]: number } {
  return { put: 0, get: 0, getMany: 0, delete: 0, list: 0 };
}

/** All calls together. */
export function sumOf(counts: OperationCounts): number {
  return counts.put + counts.get + counts.getMany + counts.delete + counts.list;
}

/** The sum of two counts. */
export function addCounts(left: OperationCounts, right: OperationCounts): OperationCounts {
  return {
    put: left.put + right.put,
    get: left.get + right.get,
    getMany: left.getMany + right.getMany,
    delete: left.delete + right.delete,
    list: left.list + right.list,
  };
}
