import { describe, expect, test } from "vitest";
import { simulatedStore } from "../src/testing/index.ts";
import { listedKeys, MINUTE } from "./support/simulated.ts";

describe("staleness", () => {
  test("a listing that is a minute behind shows a key after exactly a minute", async () => {
    const simulated = simulatedStore({ staleness: { list: MINUTE } });
    await simulated.put("key", "value");

    await simulated.advance(MINUTE - 1);
    expect(await listedKeys(simulated)).toEqual([]);
    await simulated.advance(1);
    expect(await listedKeys(simulated)).toEqual(["key"]);
  });

  test("get and list are behind independently of each other", async () => {
    const [lateGet, lateList] = [
      simulatedStore({ staleness: { get: MINUTE } }),
      simulatedStore({ staleness: { list: MINUTE } }),
    ];
    await lateGet.put("key", "value");
    await lateList.put("key", "value");

    expect([await lateGet.get("key"), await listedKeys(lateGet)]).toEqual([undefined, ["key"]]);
    expect([await lateList.get("key"), await listedKeys(lateList)]).toEqual(["value", []]);
  });

  test("a deleted key stays listed while its get finds nothing", async () => {
    const simulated = simulatedStore({ staleness: { list: MINUTE } });
    await simulated.put("key", "value");
    await simulated.settle();

    await simulated.delete("key");

    expect([await simulated.get("key"), await listedKeys(simulated)]).toEqual([undefined, ["key"]]);
  });

  test("drawn staleness shows each key after a while of its own, none later than the most allowed", async () => {
    const simulated = simulatedStore({
      seed: 3,
      staleness: { list: { max: 5000 }, get: { max: 5000 } },
    });
    const keys = Array.from({ length: 200 }, (_, i) => `key-${100 + i}`);
    for (const key of keys) await simulated.put(key, "value");

    await simulated.advance(2500);
    const half = (await listedKeys(simulated)).length;
    await simulated.advance(2500);

    expect(half).toBeGreaterThan(60);
    expect(half).toBeLessThan(140);
    expect(await listedKeys(simulated)).toEqual(keys);
    expect(await simulated.get("key-100")).toBe("value");
  });

  test("staleness drawn per version never takes back what it has shown", async () => {
    const simulated = simulatedStore({ seed: 4, staleness: { list: { max: 5000 } } });
    for (let i = 0; i < 50; i++) await simulated.put(`key-${i}`, "value");

    let seen = new Set<string>();
    for (let i = 0; i < 60; i++) {
      await simulated.advance(100);
      const now = new Set(await listedKeys(simulated));
      expect([...seen].filter((key) => !now.has(key))).toEqual([]);
      seen = now;
    }
    expect(seen.size).toBe(50);
  });

  test("staleness drawn per call lets a key come and go until the most allowed has passed", async () => {
    const simulated = simulatedStore({ seed: 5, staleness: { get: { max: 5000, per: "call" } } });
    await simulated.put("key", "value");
    await simulated.advance(2500);

    const answers = await Promise.all(Array.from({ length: 40 }, () => simulated.get("key")));
    expect(new Set(answers)).toEqual(new Set([undefined, "value"]));

    await simulated.advance(2500);
    expect(
      new Set(await Promise.all(Array.from({ length: 40 }, () => simulated.get("key")))),
    ).toEqual(new Set(["value"]));
  });

  test("unbounded staleness hides some keys for long, until the store is settled", async () => {
    const simulated = simulatedStore({
      seed: 6,
      staleness: { list: { max: Number.POSITIVE_INFINITY } },
    });
    for (let i = 0; i < 1000; i++) await simulated.put(`key-${i}`, "value");

    await simulated.advance(1000);
    const afterASecond = (await listedKeys(simulated)).length;
    await simulated.advance(99_000);
    const afterAHundred = (await listedKeys(simulated)).length;
    await simulated.settle();

    expect(afterASecond).toBeGreaterThan(400);
    expect(afterASecond).toBeLessThan(600);
    expect(afterAHundred).toBeGreaterThan(970);
    expect(afterAHundred).toBeLessThan(1000);
    expect(await listedKeys(simulated)).toHaveLength(1000);
  });

  test("an infinite staleness shows nothing, ever", async () => {
    const simulated = simulatedStore({ staleness: { get: Number.POSITIVE_INFINITY } });
    await simulated.put("key", "value");

    await simulated.settle();
    await simulated.advance(1e12);

    expect(await simulated.get("key")).toBeUndefined();
  });

  test("a view can be set back in time", async () => {
    const simulated = simulatedStore();
    await simulated.put("old", "value");
    await simulated.advance(MINUTE);
    await simulated.put("new", "value");
    expect(await listedKeys(simulated)).toEqual(["new", "old"]);

    simulated.setStaleness({ list: 1000 });

    expect(await listedKeys(simulated)).toEqual(["old"]);
  });
});
