import { createListStore, type JsonValue, type RecordStore } from "@shardlist/core";
import { memoryStore } from "@shardlist/core/memory";
import { type BenchContext, sized } from "../context.ts";
import { leastMicroseconds } from "../measure.ts";
import { metered } from "../metered-store.ts";
import type { BilledOperations } from "../prices.ts";
import { sampleValue } from "../sample-values.ts";
import { ratioOf, type Spread, spreadOf } from "../spread.ts";
import { LIST_NAME, looseList, type StoredList } from "../stored-lists.ts";
import { type ArrayPoint, arrayPoints } from "./one-key-array.ts";

/** What one append to a list of some length costs. */
export interface FlatnessPoint {
  readonly entries: number;
  readonly operations: BilledOperations;
  readonly bytes: number;
  readonly appendUs: Spread;
  /** A plain put of the same bytes to the same store, in the same rounds. */
  readonly putUs: Spread;
  /** What shardlist adds to the put. */
  readonly addedUs: Spread;
}

export interface FlatnessResult {
  readonly points: readonly FlatnessPoint[];
  readonly array: readonly ArrayPoint[];
  /** The longest list's cost by the empty one's. */
  readonly ratio: {
    readonly operations: number;
    readonly bytes: number;
    /** CPU beyond that of a plain put: the store in memory gets slower with a million keys, for any put. */
    readonly cpu: Spread;
    readonly cpuWithStore: Spread;
  };
}

/** In each round the best of so many samples of so many calls, so that a list is never longer by more than their product. */
const SAMPLES = 5;
const CALLS = 100;

/** The cost of one append as the list grows. */
export async function flatness(context: BenchContext): Promise<FlatnessResult> {
  const sizes = sized(context, [0, 1000, 10_000, 100_000, 1_000_000], [0, 100, 1000]);
  const rounds = sized(context, 60, 3);
  const lists = new Map<number, StoredList>();
  for (const entries of sizes) {
    context.note(`filling a list with ${entries} entries`);
    lists.set(entries, await looseList(entries));
  }
  context.note("appending");
  const samples = await appendInTurns(lists, rounds);
  const points: FlatnessPoint[] = [];
  for (const [entries, { appends, puts }] of samples) {
    points.push({
      entries,
      ...(await costOfOne(lists.get(entries)?.store ?? memoryStore())),
      appendUs: spreadOf(appends),
      putUs: spreadOf(puts),
      addedUs: spreadOf(appends.map((append, round) => append - (puts[round] ?? Number.NaN))),
    });
  }
  context.note("the array in one key");
  return { points, array: await arrayPoints(context, sizes), ratio: ratios(points, samples) };
}

interface Samples {
  readonly appends: number[];
  readonly puts: number[];
}

async function appendInTurns(
  lists: ReadonlyMap<number, StoredList>,
  rounds: number,
): Promise<ReadonlyMap<number, Samples>> {
  const samples = new Map(
    [...lists.keys()].map((entries) => [entries, { appends: [], puts: [] } as Samples]),
  );
  for (let round = 0; round < rounds; round++) {
    for (const [entries, { appends, puts }] of samples) {
      const store = passing(lists.get(entries)?.store ?? memoryStore());
      const measures = [
        async () => appends.push(await leastMicroseconds(appender(store), SAMPLES, CALLS)),
        async () => puts.push(await leastMicroseconds(putter(store), SAMPLES, CALLS)),
      ];
      for (const measure of round % 2 === 0 ? measures : measures.reverse()) {
        await measure();
        await store.forget();
      }
    }
  }
  return samples;
}

/** The store, with what is put deleted again on request: what is measured must not grow the list. */
function passing(store: RecordStore): RecordStore & { forget(): Promise<void> } {
  const added: string[] = [];
  return {
    ...store,
    put(key, record, options) {
      added.push(key);
      return store.put(key, record, options);
    },
    async forget() {
      for (const key of added.splice(0)) await store.delete(key);
    },
  };
}

/** An append as a request to a Worker makes it, with a handle of its own. */
function appender(store: RecordStore): () => Promise<unknown> {
  const value = sampleValue(1);
  return () => createListStore(store).list(LIST_NAME).append(value);
}

/** A put of what an append puts, under a name as long and as random. */
function putter(store: RecordStore): () => Promise<unknown> {
  const record: JsonValue = { batch: 1, values: [sampleValue(1)] };
  return () => {
    const id = crypto.randomUUID().slice(0, 22);
    return store.put(`sl1/${LIST_NAME}/e/${id.charAt(0)}/${id}`, record);
  };
}

async function costOfOne(store: RecordStore) {
  const meter = metered(store);
  await appender(meter)();
  return { operations: meter.billed(), bytes: meter.bytesPut() };
}

function ratios(points: readonly FlatnessPoint[], samples: ReadonlyMap<number, Samples>) {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) throw new Error("no sizes to compare");
  const beyondPut = ({ entries }: FlatnessPoint) => {
    const { appends, puts } = samples.get(entries) ?? { appends: [], puts: [] };
    return appends.map((append, round) => append - (puts[round] ?? Number.NaN));
  };
  const appends = ({ entries }: FlatnessPoint) => samples.get(entries)?.appends ?? [];
  const total = ({ operations }: FlatnessPoint) =>
    Object.values(operations).reduce((sum, count) => sum + count, 0);
  return {
    operations: total(last) / total(first),
    bytes: last.bytes / first.bytes,
    cpu: ratioOf(beyondPut(last), beyondPut(first)),
    cpuWithStore: ratioOf(appends(last), appends(first)),
  };
}
