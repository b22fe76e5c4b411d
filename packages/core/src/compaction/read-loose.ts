import type { ListedLoose } from "../listing-builder.ts";
import type { Pass } from "./pass.ts";

/** The share of the store calls left that may go into reading batches, and again into reading tombstones. */
const LOADING_SHARE = 0.5;

/**
 * Loose records with what they hold: those that came with the listing, and of the others as many, oldest first,
 * as the budget has reads for and memory holds. The others are left out and wait for a later pass.
 */
export async function readLoose(
  pass: Pass,
  listed: readonly ListedLoose[],
  maxBytes: number,
): Promise<readonly ListedLoose[]> {
  const { calls, context } = pass;
  const { limits, concurrency } = context.settings;
  const isBulk = context.store.getMany !== undefined;
  const atOnce = isBulk ? limits.bulkGetKeys : concurrency;
  let reads = Math.max(1, Math.floor(calls.remaining() * LOADING_SHARE));
  const apart = listed.filter(({ record }) => record === undefined).sort(olderFirst);
  const opened: ListedLoose[] = listed.filter(({ record }) => record !== undefined);
  let bytes = 0;
  for (let start = 0; start < apart.length && reads > 0 && bytes < maxBytes; start += atOnce) {
    const group = apart.slice(start, start + (isBulk ? atOnce : Math.min(atOnce, reads)));
    const records = await calls.getAll(group.map(({ ref }) => ref));
    for (const one of group) {
      const record = records.get(one.ref);
      bytes += JSON.stringify(record ?? null).length;
      opened.push({ ...one, record });
    }
    reads -= isBulk ? 1 : group.length;
  }
  return opened;
}

function olderFirst(left: ListedLoose, right: ListedLoose): number {
  return left.id < right.id ? -1 : 1;
}
