import { describe, expect, test } from "vitest";
import { simulatedStore } from "../src/testing/index.ts";
import { isPending, MINUTE, outcome } from "./support/simulated.ts";

describe("books", () => {
  test("calls are counted by kind, and a bulk get is one", async () => {
    const simulated = simulatedStore();
    await simulated.put("key", "value");
    await simulated.getMany?.(["key", "other"]);
    await simulated.region("paris").list("");

    expect(simulated.counts()).toEqual({ put: 1, get: 0, getMany: 1, delete: 0, list: 1 });
    simulated.resetCounts();
    expect(simulated.counts()).toEqual({ put: 0, get: 0, getMany: 0, delete: 0, list: 0 });
  });

  test("a call that is refused for its arguments doesn't count", async () => {
    const simulated = simulatedStore();

    expect(await outcome(simulated, simulated.put("k".repeat(513), "value"))).toBe("invalid");
    expect(simulated.counts().put).toBe(0);
  });

  test("with `log`, every call is kept with its arguments and its time", async () => {
    const simulated = simulatedStore({ log: true, startMs: 5 });
    await simulated.put("key", { a: 1 });
    await simulated.region("paris").list("k");

    expect(simulated.calls).toEqual([
      { number: 1, at: 5, region: "home", operation: "put", keys: ["key"], text: '{"a":1}' },
      { number: 2, at: 5, region: "paris", operation: "list", keys: ["k"] },
    ]);
  });

  test("the most calls that were open at once are known", async () => {
    const simulated = simulatedStore({ latencyMs: 10 });

    await Promise.all([simulated.get("a"), simulated.get("b"), simulated.get("c")]);
    await simulated.get("d");

    expect(simulated.peakOpenCalls).toBe(3);
  });

  test("the calls of a dead process aren't open", async () => {
    const simulated = simulatedStore({ latencyMs: 10 });
    const dying = simulated.invocation();
    const underWay = dying.get("a");
    dying.crash("hang");
    void dying.get("b");
    await isPending(underWay, simulated);
    simulated.resetCounts();

    await simulated.get("c");

    expect(simulated.peakOpenCalls).toBe(1);
  });

  test("contents can be damaged behind the store's back", async () => {
    const simulated = simulatedStore({ staleness: { get: MINUTE } });
    await simulated.put("key", { values: [1, 2] });

    simulated.contents.write("key", '{"values":[1');

    expect(await simulated.get("key")).toBe('{"values":[1');
    expect(simulated.contents.bytes("k")).toBe("key".length + '{"values":[1'.length);
    simulated.contents.write("key", undefined);
    expect(simulated.contents.keys()).toEqual([]);
  });
});
