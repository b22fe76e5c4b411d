import { describe, expect, test } from "vitest";
import { simulatedStore } from "../src/testing/index.ts";
import { listedKeys, MINUTE, outcome } from "./support/simulated.ts";

describe("what stores do", () => {
  test("a miss is cached: the key goes on missing for a while after it was put", async () => {
    const simulated = simulatedStore({ missCacheMs: MINUTE });
    await simulated.get("key");
    await simulated.put("key", "value");

    await simulated.advance(MINUTE - 1);
    expect(await simulated.get("key")).toBeUndefined();
    await simulated.advance(1);
    expect(await simulated.get("key")).toBe("value");
  });

  test("a key that nobody asked for too early is found at once in spite of cached misses", async () => {
    const simulated = simulatedStore({ missCacheMs: MINUTE });

    await simulated.put("key", "value");

    expect(await simulated.get("key")).toBe("value");
  });

  test("two writes to one key within a second: the second is refused with a 429", async () => {
    const simulated = simulatedStore({ hotKey: "reject" });
    await simulated.put("key", 1);

    expect(await outcome(simulated, simulated.put("key", 2))).toBe("throttled");
    expect(await outcome(simulated, simulated.put("other", 2))).toBe("resolved");
    await simulated.advance(1000);
    expect(await outcome(simulated, simulated.put("key", 3))).toBe("resolved");
    expect(simulated.contents.get("key")).toBe(3);
  });

  test("or both resolve and one is silently lost, now this one and now that", async () => {
    const kept = new Set<unknown>();
    for (let seed = 1; seed <= 10; seed++) {
      const simulated = simulatedStore({ seed, hotKey: "clobber" });
      await Promise.all([simulated.put("key", "first"), simulated.put("key", "second")]);
      kept.add(simulated.contents.get("key"));
    }

    expect(kept).toEqual(new Set(["first", "second"]));
  });

  test("deleted keys make pages short and empty", async () => {
    const simulated = simulatedStore({ pagesWalkDeleted: true, limits: { pageSize: 2 } });
    for (const key of ["a", "b", "c"]) await simulated.put(key, "value");
    for (const key of ["a", "b"]) await simulated.delete(key);

    const first = await simulated.list("");
    const second = await simulated.list("", first.cursor);

    expect(first.records).toEqual([]);
    expect(second).toEqual({ records: [{ key: "c", ref: "c", record: "value" }] });
  });

  test("pages come back short, or empty with a cursor, also after the last key; following the cursor finds all", async () => {
    const simulated = simulatedStore({
      seed: 2,
      limits: { pageSize: 10 },
      weather: { emptyPages: 0.4, shortPages: 0.4 },
    });
    const keys = Array.from({ length: 100 }, (_, i) => `key-${100 + i}`);
    for (const key of keys) await simulated.put(key, "value");

    const sizes: number[] = [];
    const found: string[] = [];
    const cursors: string[] = [];
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const page = await simulated.list("key-", cursor);
      sizes.push(page.records.length);
      found.push(...page.records.map((one) => one.key));
      cursor = page.cursor;
      if (cursor !== undefined) cursors.push(cursor);
    }

    expect(found).toEqual(keys);
    expect(sizes).toContain(0);
    expect(sizes.some((size) => size > 0 && size < 10)).toBe(true);
    expect(new Set(cursors).size).toBe(cursors.length);
  });

  test("a record with a name of its own is found by its ref only", async () => {
    const simulated = simulatedStore({ ownRefs: true });
    await simulated.put("key", "small");

    const [one] = (await simulated.list("key")).records;

    expect(one).toEqual({ key: "key", ref: "key=", record: "small" });
    expect([await simulated.get("key"), await simulated.get("key=")]).toEqual([undefined, "small"]);
    await simulated.delete("key");
    expect(simulated.contents.keys()).toEqual(["key"]);
    await simulated.delete("key=");
    expect(simulated.contents.keys()).toEqual([]);
  });

  test("a record with a lifetime is gone after it", async () => {
    const simulated = simulatedStore();
    await simulated.put("key", "value", { expirationTtl: 60 });

    await simulated.advance(MINUTE - 1);
    expect([await simulated.get("key"), simulated.contents.keys()]).toEqual(["value", ["key"]]);
    await simulated.advance(1);
    expect([
      await simulated.get("key"),
      await listedKeys(simulated),
      simulated.contents.keys(),
    ]).toEqual([undefined, [], []]);
  });

  test("the day's quota is refused once it is used up, and is there again the next day", async () => {
    const simulated = simulatedStore({ quotas: { put: 2, get: 3 } });
    await simulated.put("a", 1);
    await simulated.put("b", 2);

    expect(await outcome(simulated, simulated.put("c", 3))).toBe("quota");
    expect(
      await outcome(simulated, simulated.getMany?.(["a", "b", "c"]) ?? Promise.resolve()),
    ).toBe("resolved");
    expect(await outcome(simulated, simulated.get("a"))).toBe("quota");
    expect(await outcome(simulated, simulated.list(""))).toBe("resolved");
    await simulated.advance(24 * 60 * MINUTE);
    expect(await outcome(simulated, simulated.put("c", 3))).toBe("resolved");
  });

  test("calls take virtual time, and take effect somewhere in between", async () => {
    const simulated = simulatedStore({ latencyMs: { min: 10, max: 50 } });
    const start = simulated.clock.now();

    await Promise.all([simulated.put("a", 1), simulated.put("b", 2)]);

    const took = simulated.clock.now() - start;
    expect(took).toBeGreaterThanOrEqual(10);
    expect(took).toBeLessThanOrEqual(50);
    expect(simulated.contents.keys()).toEqual(["a", "b"]);
  });
});
