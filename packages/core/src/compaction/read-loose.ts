import type { ListedLoose } from "../listing-builder.ts";
import { affordableCalls, readingWidth } from "./affordable.ts";
import type { Pass } from "./pass.ts";

/** The share of the store calls left that may go into reading batches, and again into reading tombstones. */
const LOADING_SHARE = 0.5;

/**
 * Loose records with what they hold: those that came with the listing, and of the others as many of the first
 * as the budget has reads for and memory holds. The others are left out and wait for a later pass.
 */
export async function readLoose(
  pass: Pass,
  listed: readonly ListedLoose[],
  maxBytes: number,
  later: readonly ListedLoose[] = [],
): Promise<readonly ListedLoose[]> {
  const { perCall, atOnce } = readingWidth(pass);
  let calls = Math.max(1, affordableCalls(pass, LOADING_SHARE, later));
  const apart = listed.filter(({ record }) => record === undefined);
  const opened: ListedLoose[] = listed.filter(({ record }) => record !== undefined);
  let bytes = 0;
  for (let start = 0; start < apart.length && calls > 0 && bytes < maxBytes; start += atOnce) {
    const group = apart.slice(start, start + Math.min(atOnce, calls * perCall));
    const records = await pass.calls.getAll(group.map(({ ref }) => ref));
    for (const one of group) {
      const record = records.get(one.ref);
      bytes += JSON.stringify(record ?? null).length;
      opened.push({ ...one, record });
    }
    calls -= Math.ceil(group.length / perCall);
  }
  return opened;
}
