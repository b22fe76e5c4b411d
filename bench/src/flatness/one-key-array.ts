import { memoryStore } from "@shardlist/core/memory";
import { appendToArray, arrayKey } from "../../../examples/cloudflare-worker/demo/array-lists.ts";
import { type BenchContext, sized } from "../context.ts";
import { leastMicroseconds } from "../measure.ts";
import { bytesOf, metered } from "../metered-store.ts";
import type { BilledOperations } from "../prices.ts";
import { sampleValue, sampleValues } from "../sample-values.ts";
import { type Spread, spreadOf } from "../spread.ts";
import { LIST_NAME } from "../stored-lists.ts";

/** What one append to an array in one key costs. */
export interface ArrayPoint {
  readonly entries: number;
  readonly operations: BilledOperations;
  /** Read and written. */
  readonly bytes: number;
  readonly appendUs: Spread;
}

/** The largest value that Workers KV takes. */
const VALUE_BYTES = 25 * 1024 * 1024;

/** The same curve for the array, as far as it fits into a value. */
export async function arrayPoints(
  context: BenchContext,
  sizes: readonly number[],
): Promise<readonly ArrayPoint[]> {
  const fitting = sizes.filter((entries) => entries <= mostEntries());
  const isCut = fitting.length < sizes.length;
  const points: ArrayPoint[] = [];
  for (const entries of isCut ? [...fitting, mostEntries()] : fitting)
    points.push(await arrayPoint(context, entries));
  return points;
}

async function arrayPoint(context: BenchContext, entries: number): Promise<ArrayPoint> {
  const store = metered(memoryStore());
  const key = arrayKey(LIST_NAME);
  const values = sampleValues(entries);
  const append = () =>
    appendToArray(store, key, sampleValue(entries), "plain", {
      clock: { sleep: async () => {} },
      random: Math.random,
    });
  const rounds = sized(context, entries > 20_000 ? 5 : 15, 2);
  const samples: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await store.put(key, values, { inline: false });
    samples.push(await leastMicroseconds(append, 1, 1));
  }
  await store.put(key, values, { inline: false });
  store.reset();
  await append();
  const bytesRead = bytesOf(values);
  return {
    entries,
    operations: store.billed(),
    bytes: bytesRead + store.bytesPut(),
    appendUs: spreadOf(samples),
  };
}

/** Entries that fit into one value, with room for the appends that are measured. */
function mostEntries(): number {
  const count = 10_000;
  // Values with a `place` of six digits, as those at the end of the longest array have.
  const values = Array.from({ length: count }, (_, index) => sampleValue(100_000 + index));
  return Math.floor(((VALUE_BYTES * 0.99) / bytesOf(values)) * count);
}
