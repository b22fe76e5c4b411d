import type { JsonValue } from "@shardlist/core";
import { simulatedStore } from "@shardlist/core/testing";
import { quantile } from "../spread.ts";
import { type HotKey, platform } from "./platform.ts";
import { contendedList } from "./simulated-ways.ts";
import type { Way } from "./ways.ts";

/** What became of the appends of one run. */
export interface ContentionOutcome {
  readonly attempted: number;
  readonly acknowledged: number;
  /** Acknowledged, and not in the list afterwards. */
  readonly lost: number;
  /** Not acknowledged. */
  readonly errors: number;
  /** Entries that the list holds, per second of virtual time. */
  readonly entriesPerSecond: number;
  /** How long an acknowledged append took, in virtual ms. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly operationsPerAppend: number;
  readonly dollarsPerMillionEntries: number;
}

/** Everybody appends as fast as they can, one append after another; then the list is read. */
export async function contendSimulated(
  way: Way,
  writers: number,
  appendsPerWriter: number,
  hotKey: HotKey,
  seed: number,
): Promise<ContentionOutcome> {
  const simulated = simulatedStore(platform(hotKey, seed));
  const { clock } = simulated;
  const list = contendedList(way, simulated);
  const acknowledged = new Set<number>();
  const latencies: number[] = [];
  let attempted = 0;

  async function write(): Promise<void> {
    for (let append = 0; append < appendsPerWriter; append++) {
      const place = attempted++;
      const startedAt = clock.now();
      try {
        await list.append(place);
        acknowledged.add(place);
        latencies.push(clock.now() - startedAt);
      } catch {
        // Counted as an error: attempted and not acknowledged.
      }
    }
  }

  const startedAt = clock.now();
  await Promise.all(Array.from({ length: writers }, write));
  const seconds = (clock.now() - startedAt) / 1000;
  const { operations, dollars } = list.spent();
  await simulated.settle();
  const held = new Set<JsonValue>(way === "put" ? acknowledged : await list.read());
  return {
    attempted,
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter((place) => !held.has(place)).length,
    errors: attempted - acknowledged.size,
    entriesPerSecond: held.size / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    operationsPerAppend: operations / attempted,
    dollarsPerMillionEntries: (dollars / held.size) * 1e6,
  };
}
