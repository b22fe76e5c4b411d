import { createListStore, type List } from "@shardlist/core";
import { memoryStore } from "@shardlist/core/memory";
import { simulatedStore } from "@shardlist/core/testing";
import { describe, expect, test } from "vitest";
import { only, STORES, type Stage, setStage } from "./support/stores.ts";

const SMALL = (n: number) => `small value ${n}`;

describe.each(STORES)("over $name", ({ open }) => {
  test("an append, many values in one call, and a removal of many are one put each", async () => {
    const { list, cost } = setStage(open);
    expect(await cost(() => list().append("x"))).toEqual(only({ put: 1 }));
    const values = Array.from({ length: 500 }, (_, n) => SMALL(n));
    expect(await cost(() => list().appendAll(values))).toEqual(only({ put: 1 }));
    const { entries } = await list().read();
    expect(await cost(() => list().remove(entries.slice(0, 50)))).toEqual(only({ put: 1 }));
  });

  test("a handle costs nothing until it is used", async () => {
    const { list, cost } = setStage(open);
    expect(await cost(async () => list())).toEqual(only({}));
  });

  test("an idle pass is one list, and a folded list is read with one list and one get", async () => {
    const stage = setStage(open);
    const { list, cost, passes } = stage;
    expect(await cost(() => list().compact())).toEqual(only({ list: 1 }));
    await list().appendAll(["a", "b"]);
    await list().append("c");
    await passes(3);

    expect(await cost(() => list().compact())).toEqual(only({ list: 1 }));
    expect(await cost(() => list().read())).toEqual(only({ list: 1, get: 1 }));
    const consolidated = () => list().read({ freshness: "consolidated" });
    expect(await cost(consolidated)).toEqual(only({ get: 1 }));
    expect((await consolidated()).operations).toEqual(only({ get: 1 }));
    expect(new Set((await consolidated()).values)).toEqual(new Set(["a", "b", "c"]));
  });

  test("a consolidated read of a list that no pass has seen is a get and a read", async () => {
    const { list, cost } = setStage(open);
    await list().append("a");
    const consolidated = () => list().read({ freshness: "consolidated" });
    expect(await cost(consolidated)).toEqual(only({ get: 1, list: 1 }));
    expect((await consolidated()).values).toEqual(["a"]);
  });
});

describe("small entries that nobody has folded yet", () => {
  test.each([
    { entries: 0, lists: 1 },
    { entries: 1000, lists: 1 },
    { entries: 1001, lists: 2 },
    { entries: 2500, lists: 3 },
    { entries: 8000, lists: 8 },
  ])(
    "$entries of them are read with $lists lists, and nothing else",
    async ({ entries, lists }) => {
      const { list, cost } = setStage(() => memory());
      await appendEach(list(), entries);

      expect(await cost(() => list().read())).toEqual(only({ list: lists }));
      expect((await list().read()).operations).toEqual(only({ list: lists }));
    },
  );

  test("50,000 of them with at most 100 lists, at most six at once, and no get", async () => {
    const store = simulatedStore();
    const { clock } = store;
    const writer = createListStore(store, { clock });
    for (let n = 0; n < 50_000; n++) await writer.list("guests").append(SMALL(n));
    const reader = store.region("reader", { latencyMs: { min: 5, max: 50 } });
    store.resetCounts();
    const before = clock.now();

    const { entries } = await createListStore(reader, { clock }).list("guests").read();

    expect(entries).toHaveLength(50_000);
    expect(store.counts()).toEqual(only({ list: store.counts().list }));
    expect(store.counts().list).toBeLessThanOrEqual(100);
    expect(store.peakOpenCalls).toBeLessThanOrEqual(6);
    // Fifty pages one after another would take about 1,400 ms; six at once are a good deal faster.
    expect(clock.now() - before).toBeLessThan(900);
  });

  test.each([9_000, 20_000])(
    "%i of them cost at most twice the pages that there are",
    async (entries) => {
      const store = memoryStore({ limits: { pageSize: 100 } });
      const { list, cost } = setStage(() => memory(store));
      await appendEach(list(), entries);
      for (const start of [0, 3000])
        await list().remove((await list().read()).entries.slice(start, start + 40));

      const counts = await cost(() => list().read());
      expect(counts.list).toBeLessThanOrEqual(2 * Math.ceil(entries / 100 + 1));
      expect(counts).toEqual(only({ list: counts.list }));
    },
  );
});

describe("a folded list in many segments", () => {
  async function folded(): Promise<Stage> {
    const stage = setStage(() => memory(memoryStore({ limits: { segmentBytes: 20_000 } })));
    for (let round = 0; round < 5; round++) {
      await stage.list().appendAll(Array.from({ length: 400 }, (_, n) => SMALL(n)));
      await stage.passes(1);
    }
    await stage.passes(2);
    return stage;
  }

  test("is read consolidated with two operations, and the newest without opening all", async () => {
    const { list, cost, store } = await folded();
    const { records } = await store.list("sl1/guests/s/");
    expect(records.length).toBeGreaterThan(2);

    expect(await cost(() => list().read({ freshness: "consolidated" }))).toEqual(
      only({ get: 1, getMany: 1 }),
    );
    expect(await cost(() => list().latest(5))).toEqual(only({ list: 1, get: 1 }));
    const read = await cost(() => list().read());
    expect(read.list).toBe(1);
    expect(read.get + read.getMany).toBeLessThanOrEqual(2);
    const first = async () => {
      for await (const _ of list()) break;
    };
    expect(await cost(first)).toEqual(only({ list: 1, get: 1 }));
  });

  test("is left alone by an idle pass, at the cost of one list", async () => {
    const { list, cost } = await folded();
    expect(await cost(() => list().compact())).toEqual(only({ list: 1 }));
  });
});

function memory(store = memoryStore()) {
  let now = Date.UTC(2026, 0, 1);
  const pass = async (ms: number) => {
    now += ms;
  };
  return { store, clock: { now: () => now, sleep: pass }, pass };
}

async function appendEach(list: List, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await list.append(SMALL(n));
}
