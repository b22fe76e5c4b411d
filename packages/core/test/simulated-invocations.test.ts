import { describe, expect, test } from "vitest";
import { simulatedStore } from "../src/testing/index.ts";
import { isPending, outcome } from "./support/simulated.ts";

describe("invocations", () => {
  test("an invocation of 32 operations is refused its 33rd call, and says so in its limits", async () => {
    const simulated = simulatedStore();
    const invocation = simulated.invocation({ operations: 32 });
    for (let i = 0; i < 32; i++) await invocation.put(`key-${i}`, i);

    expect(await outcome(simulated, invocation.get("key-0"))).toBe("quota");
    expect(invocation.limits.operationsPerInvocation).toBe(32);
    expect(invocation.counts()).toEqual({ put: 32, get: 1, getMany: 0, delete: 0, list: 0 });
    expect(await simulated.invocation({ operations: 1 }).get("key-0")).toBe(0);
  });

  test("a process that dies after its third call makes no fourth", async () => {
    const simulated = simulatedStore();
    const dying = simulated.invocation({ operations: 3, beyond: "fail" });
    const calls = [0, 1, 2, 3, 4].map((i) => outcome(simulated, dying.put(`key-${i}`, i)));

    expect(await Promise.all(calls)).toEqual([
      "resolved",
      "resolved",
      "resolved",
      "transient",
      "transient",
    ]);
    expect(simulated.contents.keys()).toEqual(["key-0", "key-1", "key-2"]);
  });

  test("the calls of a process that hangs never settle", async () => {
    const simulated = simulatedStore();
    const hanging = simulated.invocation({ operations: 0, beyond: "hang" });

    expect(await isPending(hanging.put("key", "value"), simulated)).toBe(true);
    expect(simulated.contents.keys()).toEqual([]);
  });

  test("a process can die at any moment; what was under way may still land, and gets no answer", async () => {
    const simulated = simulatedStore({ latencyMs: 10 });
    const dying = simulated.invocation();
    const underWay = dying.put("key", "value");

    dying.crash("hang");

    expect(await isPending(underWay, simulated)).toBe(true);
    expect(await isPending(dying.get("key"), simulated)).toBe(true);
    expect(await simulated.get("key")).toBe("value");
  });
});
