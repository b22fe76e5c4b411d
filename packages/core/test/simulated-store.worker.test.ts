import { expect, test } from "vitest";
import { simulatedStore } from "../src/testing/index.ts";

/** What three writers see of each other. */
async function history(seed: number): Promise<string> {
  const simulated = simulatedStore({
    seed,
    latencyMs: { min: 1, max: 40 },
    staleness: { get: { max: 60_000 }, list: { max: 60_000, per: "call" } },
    weather: { failures: 0.1, lostAcknowledgements: 0.1 },
  });
  const seen: unknown[] = [];
  const writer = async (name: string) => {
    const region = simulated.region(name);
    for (let i = 0; i < 10; i++) {
      await region.put(`${name}-${i}`, i).catch((error: Error) => seen.push(error.message));
      seen.push([simulated.clock.now(), await region.list("").catch(String)]);
    }
  };
  await Promise.all(["paris", "tokyo", "lima"].map(writer));
  return JSON.stringify(seen);
}

test("a simulation runs in workerd, and replays bit by bit", async () => {
  expect(await history(1)).toBe(await history(1));
  expect(await history(1)).not.toBe(await history(2));
});
