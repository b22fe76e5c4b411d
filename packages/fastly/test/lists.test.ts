import { createListStore } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { fastlyKV, type KVStoreLike } from "../src/index.ts";
import { fakeKVStore } from "./support/fake-kv-store.ts";

/** Two grace periods, by the defaults. */
const GRACE_MS = 30 * 60_000;

describe("listings end", () => {
  test.each([{ cursor: "" }, { cursor: null }, { cursor: undefined }, {}])(
    "2,500 entries are read once each with three listings where the last page has %j",
    async (lastPage) => {
      const { binding, calls } = fakeKVStore(lastPage);
      await appendNumbers(binding, 2500);
      calls.length = 0;

      const { values } = await numbersIn(binding).read();

      expect(values).toEqual(numbers(2500));
      expect(calls.map(([method]) => method)).toEqual(["list", "list", "list"]);
    },
  );
});

describe("where a request may make 32 calls", () => {
  test("an append, and a read of 500 folded entries, need fewer", async () => {
    const { binding } = fakeKVStore();
    const clock = testClock();
    await appendNumbers(binding, 500);
    for (let pass = 0; pass < 3; pass++) {
      await numbersIn(binding, clock).compact({ maxOperations: 2000 });
      clock.goOn(GRACE_MS);
    }

    const limited = numbersIn(atMost(32, binding), clock);

    expect((await limited.read()).values).toEqual(numbers(500));
    await numbersIn(atMost(32, binding), clock).append(500);
  });

  test("passes of 25 calls fold 500 batches and leave none", async () => {
    const { binding, calls, stored } = fakeKVStore();
    const clock = testClock();
    await appendNumbers(binding, 500);
    let passes = 0;
    for (let remaining = 1; remaining > 0 && passes < 80; passes++) {
      calls.length = 0;
      ({ remaining } = await numbersIn(binding, clock).compact({ maxOperations: 25 }));
      expect(calls.length).toBeLessThanOrEqual(25);
      clock.goOn(GRACE_MS);
    }

    expect(passes).toBeLessThan(80);
    expect([...stored.keys()].filter((name) => name.includes("/e/"))).toEqual([]);
    expect((await numbersIn(binding, clock).read()).values).toEqual(numbers(500));
  });
});

/** A handle that shares no memory with another. */
function numbersIn(binding: KVStoreLike, clock = testClock()) {
  return createListStore(fastlyKV(binding), { clock }).list("numbers");
}

async function appendNumbers(binding: KVStoreLike, count: number): Promise<void> {
  const list = numbersIn(binding);
  for (const n of numbers(count)) await list.append(n);
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n);
}

/** Starts now, and goes on only when told to, or by what it is asked to sleep. */
function testClock() {
  let now = Date.now();
  const goOn = (ms: number) => {
    now += ms;
  };
  return { now: () => now, sleep: async (ms: number) => goOn(ms), goOn };
}

/** The binding, refusing every call after so many. */
function atMost(most: number, binding: KVStoreLike): KVStoreLike {
  let calls = 0;
  const limited = <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) => {
    return async (...args: Args): Promise<Result> => {
      if (++calls > most) throw new TypeError("KVStore lookup: Too many requests.");
      return await call(...args);
    };
  };
  const { put, get, delete: remove, list } = binding;
  return { put: limited(put), get: limited(get), delete: limited(remove), list: limited(list) };
}
