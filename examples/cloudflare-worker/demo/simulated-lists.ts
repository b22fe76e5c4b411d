import { createListStore, type RecordStore } from "@shardlist/core";
import {
  type SimulatedStore,
  type SimulatedStoreOptions,
  simulatedStore,
} from "@shardlist/core/testing";
import { appendToArray, arrayKey, readArray } from "./array-lists.ts";
import type { Way } from "./http-lists.ts";
import type { Lists } from "./replay.ts";
import { lineOf, type TracedRequest } from "./trace.ts";

/** What the simulated store does to a second write of one key within a second. */
export type HotKey = "reject" | "clobber";

const REGIONS = ["paris", "tokyo", "lima", "perth"] as const;

/** What Workers KV documents, and what was seen in the field. */
const PLATFORM: SimulatedStoreOptions = {
  seed: 1,
  /** A region sees its own writes at once, those of others and listings up to a minute later. */
  staleness: { get: { max: 60_000 }, ownGet: 0, list: { max: 60_000 } },
  latencyMs: { min: 5, max: 50 },
  /** One write in 500 is stored and then answered with an error. */
  weather: { lostAcknowledgements: 0.002 },
};

/** Lists over a simulated store that is used from four regions, on a virtual clock. */
export function simulatedLists(way: Way, hotKey: HotKey): Lists {
  const simulated = simulatedStore({ ...PLATFORM, hotKey });
  const regions = REGIONS.map((name) => simulated.region(name));
  return {
    append: (list, request) =>
      append(simulated, regionOf(request, regions), way, list, lineOf(request)),
    read: (list) => read(simulated, way, list),
    settle: () => simulated.settle(),
    async operations() {
      const { put, get, getMany, delete: deletes, list } = simulated.counts();
      return put + get + getMany + deletes + list;
    },
    now: () => simulated.clock.now(),
  };
}

/** Each append is a request of its own: nothing is remembered from one to the next. */
async function append(
  { clock, random }: SimulatedStore,
  region: RecordStore,
  way: Way,
  list: string,
  line: string,
): Promise<void> {
  if (way !== "shardlist")
    return await appendToArray(region, arrayKey(list), line, way, { clock, random });
  await createListStore(region, { clock, random }).list(list).append(line);
}

async function read(simulated: SimulatedStore, way: Way, list: string) {
  if (way !== "shardlist") return await readArray(simulated, arrayKey(list));
  const { clock, random } = simulated;
  return (await createListStore(simulated, { clock, random }).list(list).read()).values;
}

/** A visitor stays in one region. */
function regionOf({ visitor }: TracedRequest, regions: readonly RecordStore[]): RecordStore {
  const region = regions[Number(visitor.slice(1)) % regions.length];
  if (region === undefined) throw new Error(`not a visitor: ${visitor}`);
  return region;
}
