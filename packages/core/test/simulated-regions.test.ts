import { describe, expect, test } from "vitest";
import { simulatedStore } from "../src/testing/index.ts";
import { listedKeys, MINUTE } from "./support/simulated.ts";

describe("regions", () => {
  test("two regions onto the same keys each see the other's writes late and their own at once", async () => {
    const simulated = simulatedStore();
    const staleness = { get: MINUTE, list: MINUTE, ownGet: 0, ownList: 0 };
    const paris = simulated.region("paris", { staleness });
    const tokyo = simulated.region("tokyo", { staleness });
    await paris.put("from-paris", "bonjour");
    await tokyo.put("from-tokyo", "konnichiwa");

    expect([await listedKeys(paris), await listedKeys(tokyo)]).toEqual([
      ["from-paris"],
      ["from-tokyo"],
    ]);
    await simulated.advance(MINUTE);
    expect([await listedKeys(paris), await listedKeys(tokyo)]).toEqual([
      ["from-paris", "from-tokyo"],
      ["from-paris", "from-tokyo"],
    ]);
  });

  test("regions draw their staleness independently", async () => {
    const simulated = simulatedStore({ seed: 9, staleness: { list: { max: MINUTE } } });
    for (let i = 0; i < 50; i++) await simulated.put(`key-${i}`, "value");
    await simulated.advance(MINUTE / 2);

    const [paris, tokyo] = [
      await listedKeys(simulated.region("paris")),
      await listedKeys(simulated.region("tokyo")),
    ];

    expect(paris).not.toEqual(tokyo);
    expect(paris.some((key) => tokyo.includes(key))).toBe(true);
  });

  test("a region that is asked for twice is the same one", () => {
    const simulated = simulatedStore();

    expect(simulated.region("paris")).toBe(simulated.region("paris"));
  });

  test("clocks can be skewed", async () => {
    const simulated = simulatedStore({ startMs: 1000 });
    const ahead = simulated.skewedClock(500);
    const drifting = simulated.skewedClock((now) => -now / 10);

    await ahead.sleep(1000);

    expect([simulated.clock.now(), ahead.now(), drifting.now()]).toEqual([2000, 2500, 1800]);
  });
});
