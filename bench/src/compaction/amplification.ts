import { bytesOf } from "../metered-store.ts";
import { sampleValue } from "../sample-values.ts";
import { emptyList, PASS_DISTANCE_MS } from "../stored-lists.ts";

/** A list that has grown so far, with a pass after each append of a batch. */
export interface AmplificationPoint {
  readonly entries: number;
  /** Bytes that passes wrote into segments, by bytes that the entries take in one segment. */
  readonly amplification: number;
  /** The goal: log4(n). */
  readonly goal: number;
}

/** Appended between two passes. */
const BATCH = 50;
/** An id in a segment, and the comma after a value. */
const ENTRY_EXTRA_BYTES = 23;

/** How often an entry is rewritten while its list grows. */
export async function amplificationPoints(most: number): Promise<readonly AmplificationPoint[]> {
  const { clock, open } = emptyList();
  const points: AmplificationPoint[] = [];
  let written = 0;
  let needed = 0;
  let next = BATCH * 2;
  for (let entries = 0; entries < most; ) {
    const values = Array.from({ length: BATCH }, (_, index) => sampleValue(entries + index));
    await open().appendAll(values);
    needed += values.reduce((sum: number, value) => sum + bytesOf(value) + ENTRY_EXTRA_BYTES, 0);
    entries += BATCH;
    clock.advance(PASS_DISTANCE_MS);
    written += (await open().compact()).bytes;
    if (entries < next && entries < most) continue;
    points.push({
      entries,
      amplification: written / needed,
      goal: Math.log(entries) / Math.log(4),
    });
    next *= 2;
  }
  return points;
}
