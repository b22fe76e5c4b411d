import { describe, expect, test } from "vitest";
import { type SimulatedStoreOptions, simulatedStore } from "../src/testing/index.ts";
import { MINUTE } from "./support/simulated.ts";

describe("replay", () => {
  const STORMY: SimulatedStoreOptions = {
    latencyMs: { min: 1, max: 40 },
    staleness: { get: { max: MINUTE, per: "call" }, list: { max: Number.POSITIVE_INFINITY } },
    missCacheMs: 500,
    hotKey: "clobber",
    pagesWalkDeleted: true,
    limits: { pageSize: 5 },
    log: true,
    weather: {
      failures: 0.05,
      lostAcknowledgements: 0.05,
      emptyPages: 0.1,
      shortPages: 0.1,
      latePuts: { chance: 0.1, maxMs: MINUTE, answer: "either" },
      lateDeletes: { chance: 0.1, maxMs: MINUTE, answer: "either" },
    },
  };

  /** Three writers that react to what they see; all they saw, with the times. */
  async function storm(seed: number): Promise<string> {
    const simulated = simulatedStore({ ...STORMY, seed });
    const seen: unknown[] = [];
    const see = async (call: Promise<unknown>) => {
      const answer = await call.catch((error: Error) => error.message);
      seen.push([simulated.clock.now(), answer instanceof Map ? [...answer] : answer]);
      return answer;
    };
    const writer = async (name: string) => {
      const region = simulated.region(name);
      for (let i = 0; i < 12; i++) {
        const key = `key-${Math.floor(simulated.random() * 8)}`;
        await see(region.put(key, `${name} ${i}`));
        await see(region.list("key-"));
        await see(simulated.random() < 0.5 ? region.delete(key) : region.get(key));
      }
    };
    await Promise.all(["paris", "tokyo", "lima"].map(writer));
    await simulated.settle();
    return JSON.stringify({
      seen,
      calls: simulated.calls,
      left: simulated.contents.keys().map(simulated.contents.get),
    });
  }

  test("the same seed gives the same history, bit by bit", async () => {
    for (let seed = 1; seed <= 25; seed++) {
      expect(await storm(seed), `seed ${seed}`).toBe(await storm(seed));
    }
  });

  test("other seeds give other histories", async () => {
    const histories = new Set<string>();
    for (let seed = 1; seed <= 25; seed++) histories.add(await storm(seed));

    expect(histories.size).toBe(25);
  });
});
