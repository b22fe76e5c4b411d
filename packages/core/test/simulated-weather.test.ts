import { describe, expect, test } from "vitest";
import { simulatedStore } from "../src/testing/index.ts";
import { MINUTE, outcome } from "./support/simulated.ts";

describe("what goes wrong by chance", () => {
  test("calls fail and change nothing, some with a text that nobody knows", async () => {
    const simulated = simulatedStore({ weather: { failures: { put: 0.5 } } });
    const outcomes: string[] = [];
    for (let i = 0; i < 100; i++)
      outcomes.push(await outcome(simulated, simulated.put(`key-${i}`, i)));

    const resolved = outcomes.filter((one) => one === "resolved").length;
    expect(new Set(outcomes)).toEqual(new Set(["resolved", "transient", "unknown"]));
    expect(simulated.contents.keys()).toHaveLength(resolved);
    expect(await outcome(simulated, simulated.list(""))).toBe("resolved");
  });

  test("an acknowledgement is lost: the put takes effect and rejects", async () => {
    const simulated = simulatedStore({ weather: { lostAcknowledgements: 1 } });

    expect(await outcome(simulated, simulated.put("key", "value"))).not.toBe("resolved");
    expect(simulated.contents.get("key")).toBe("value");
    expect(await outcome(simulated, simulated.delete("key"))).not.toBe("resolved");
    expect(simulated.contents.get("key")).toBeUndefined();
  });

  test("a put rejects and lands later", async () => {
    const simulated = simulatedStore({
      weather: { latePuts: { chance: 1, maxMs: MINUTE, answer: "reject" } },
    });
    const start = simulated.clock.now();

    expect(await outcome(simulated, simulated.put("key", "value"))).not.toBe("resolved");
    expect([simulated.clock.now() - start, simulated.contents.keys()]).toEqual([0, []]);
    await simulated.advance(MINUTE);
    expect(simulated.contents.keys()).toEqual(["key"]);
  });

  test("a put hangs until it lands", async () => {
    const simulated = simulatedStore({
      weather: { latePuts: { chance: 1, maxMs: MINUTE, answer: "hang" } },
    });
    const start = simulated.clock.now();

    await simulated.put("key", "value");

    expect(simulated.clock.now() - start).toBeGreaterThan(0);
    expect(simulated.contents.keys()).toEqual(["key"]);
  });

  test("a delete lands late, and takes what was put meanwhile", async () => {
    const simulated = simulatedStore({
      weather: { lateDeletes: { chance: 1, maxMs: MINUTE, answer: "reject" } },
    });
    await simulated.put("key", "old");

    await simulated.delete("key").catch(() => {});
    await simulated.put("key", "new");
    expect(simulated.contents.get("key")).toBe("new");
    await simulated.settle();

    expect(simulated.contents.get("key")).toBeUndefined();
  });

  test("a bulk get leaves keys out of its answer, which is not to say that they are missing", async () => {
    const simulated = simulatedStore({ weather: { bulkGaps: 0.5 } });
    const keys = Array.from({ length: 50 }, (_, i) => `key-${i}`);
    for (const key of keys) await simulated.put(key, "value");

    const answers = (await simulated.getMany?.(keys)) ?? new Map();

    expect(answers.size).toBeGreaterThan(10);
    expect(answers.size).toBeLessThan(40);
    expect(new Set(answers.values())).toEqual(new Set(["value"]));
  });

  test("after calm() nothing goes wrong any more", async () => {
    const simulated = simulatedStore({
      weather: { failures: 1, lostAcknowledgements: 1, emptyPages: 1 },
    });
    expect(await outcome(simulated, simulated.put("key", "value"))).not.toBe("resolved");

    simulated.calm();

    await simulated.put("key", "value");
    expect(await simulated.list("")).toEqual({
      records: [{ key: "key", ref: "key", record: "value" }],
    });
  });
});
