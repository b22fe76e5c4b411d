import { createListStore, type List, type ListStore, type OperationCounts } from "@shardlist/core";
import { type SimulatedStore, simulatedStore } from "@shardlist/core/testing";

/** A list store over a counting store, and handles that share no memory with each other. */
interface Scene {
  readonly simulated: SimulatedStore;
  readonly lists: ListStore;
  /** A handle that has seen nothing yet. */
  coldList(): List;
}

/** Prepares a call, and returns it. What it makes until then isn't counted. */
type Measurement = (scene: Scene) => Promise<() => Promise<unknown>>;

/** Longer than the grace period and its allowance, by the defaults. */
const GRACE_MS = 30 * 60_000;
const LARGE = "x".repeat(2000);

/** What the docs say of the costs, as calls that can be counted. */
const MEASUREMENTS: { readonly [call: string]: Measurement } = {
  append:
    async ({ coldList }) =>
    () =>
      coldList().append("ada"),
  "append with a key": async ({ coldList }) => {
    await coldList().append("ada", { key: "k" });
    return () => coldList().append("ada", { key: "k" });
  },
  "appendAll of 500 small values":
    async ({ coldList }) =>
    () =>
      coldList().appendAll(numbers(500)),
  "remove of 50 entries": async ({ coldList }) => {
    const entries = await coldList().appendAll(numbers(50));
    return () => coldList().remove(entries);
  },
  "clear of 100 loose entries": afterAppends(100, (list) => list.clear()),
  "read of 1,000 small entries": afterAppends(1000, (list) => list.read()),
  "read of 2,500 small entries": afterAppends(2500, (list) => list.read()),
  "read of 100 entries of 2,000 bytes, with a bulk get": afterAppends(
    100,
    (list) => list.read(),
    LARGE,
  ),
  "read of 100 entries of 2,000 bytes, without": afterAppends(100, (list) => list.read(), LARGE),
  "read when old keys are gone": afterPasses(1000, (list) => list.read()),
  "consolidated read of one segment": afterPasses(1000, (list) =>
    list.read({ freshness: "consolidated" }),
  ),
  "latest(10) of 1,000 folded entries": afterPasses(1000, (list) => list.latest(10)),
  "names of a store with 1,500 keys": async ({ lists, coldList }) => {
    for (let n = 0; n < 1500; n++) await coldList().append(n);
    return () => countAll(lists.names());
  },
  "a pass that folds 100 batches": afterAppends(100, (list) => list.compact()),
  "a pass that deletes 100 folded batches": async ({ simulated, coldList }) => {
    for (let n = 0; n < 100; n++) await coldList().append(n);
    await coldList().compact();
    await simulated.advance(GRACE_MS);
    return () => coldList().compact();
  },
  "a pass over an idle list": afterPasses(1000, (list) => list.compact()),
};

/**
 * Counts the store calls of one of the calls that the docs speak of, and says them in the words of
 * the docs.
 */
export async function measuredCost(call: string): Promise<string> {
  const measure = MEASUREMENTS[call];
  if (measure === undefined) throw new Error(`nobody knows how to measure "${call}"`);
  const simulated = simulatedStore({ bulkGets: !call.endsWith("without") });
  const { clock, random } = simulated;
  const newLists = () => createListStore(simulated, { clock, random });
  const made = await measure({
    simulated,
    lists: newLists(),
    coldList: () => newLists().list("guests"),
  });
  simulated.resetCounts();
  await made();
  return inWords(simulated.counts());
}

function afterAppends(
  count: number,
  call: (list: List) => Promise<unknown>,
  padding = "",
): Measurement {
  return async ({ coldList }) => {
    for (let n = 0; n < count; n++) await coldList().append(`${n} ${padding}`);
    return () => call(coldList());
  };
}

/** After two passes with the grace period between, which leave segments only. */
function afterPasses(count: number, call: (list: List) => Promise<unknown>): Measurement {
  return async ({ simulated, coldList }) => {
    for (let n = 0; n < count; n++) await coldList().append(n);
    for (let pass = 0; pass < 3; pass++) {
      await coldList().compact();
      await simulated.advance(GRACE_MS);
    }
    return () => call(coldList());
  };
}

const NAMES: readonly (readonly [kind: keyof OperationCounts, one: string, many: string])[] = [
  ["list", "list", "lists"],
  ["get", "get", "gets"],
  ["getMany", "bulk get", "bulk gets"],
  ["put", "put", "puts"],
  ["delete", "delete", "deletes"],
];

function inWords(counts: OperationCounts): string {
  const made = NAMES.filter(([kind]) => counts[kind] > 0);
  if (made.length === 0) return "nothing";
  return made
    .map(([kind, one, many]) => `${counts[kind]} ${counts[kind] === 1 ? one : many}`)
    .join(" + ");
}

async function countAll(all: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of all) count++;
  return count;
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
