import type { OperationCounts } from "./record-store.ts";

/** No calls yet, in counts that may go up. */
export function noCounts(): { -readonly [operation in keyof OperationCounts]: number } {
  return { put: 0, get: 0, getMany: 0, delete: 0, list: 0 };
}

/** All calls together. */
export function sumOf(counts: OperationCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The sum of several counts. */
export function addCounts(...counts: readonly OperationCounts[]): OperationCounts {
  const sum = noCounts();
  for (const one of counts)
    for (const kind of Object.keys(sum) as (keyof OperationCounts)[]) sum[kind] += one[kind];
  return sum;
}
