import type { Range, SimulatedStoreOptions } from "@shardlist/core/testing";
import { PRICES } from "../prices.ts";

/** How long a store call takes, in virtual ms. Only multiples of a plain put are reported, so the unit doesn't matter. */
export const LATENCY_MS: Range = { min: 20, max: 80 };

/** Documented: a soft limit of requests per second for one object. */
export const OBJECT_REQUESTS_PER_SECOND: number = PRICES.durableObjects.requestsPerSecond;

/** What happens to the second write of a key within a second: refused, as documented, or silently lost, as seen in the field. */
export type HotKey = "reject" | "clobber";

/**
 * Workers KV at its best: everybody writes from one place and sees what was written at once. So whatever the array
 * loses here, it loses by contention alone, and staleness comes on top.
 */
export function platform(hotKey: HotKey, seed: number): SimulatedStoreOptions {
  return { seed, hotKey, latencyMs: LATENCY_MS };
}
