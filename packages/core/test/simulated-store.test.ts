import { describe, expect, test } from "vitest";
import type { RecordStore } from "../src/record-store.ts";
import { type SimulatedStoreOptions, simulatedStore } from "../src/testing/index.ts";

const MINUTE = 60_000;

async function listedKeys(store: RecordStore, prefix = ""): Promise<string[]> {
  const { records } = await store.list(prefix);
  return records.map((one) => one.key);
}

/** The class of the error that a call rejects with, or "resolved". */
async function outcome(store: RecordStore, call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "resolved",
    (error: unknown) => store.classify(error),
  );
}

/** Whether a promise is still pending when everything that can happen has happened. */
async function isPending(
  promise: Promise<unknown>,
  { run }: { run<T>(promise: Promise<T>): Promise<T> },
): Promise<boolean> {
  const error = await run(promise).catch((reason: Error) => reason);
  return error instanceof Error && error.message.startsWith("stuck");
}

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
