import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createListStore, type List, type RecordStore } from "@shardlist/core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { r2, workersKV } from "../src/index.ts";
import { only } from "./support/counted.ts";
import { inTurns } from "./support/in-turns.ts";
import { testClock } from "./support/test-clock.ts";

/** Two grace periods, by the defaults. */
const GRACE_PASSES_MS = 30 * 60_000;
/** Local stores take about a millisecond for each put. */
const SLOW = { timeout: 60_000 };

const stores: readonly (readonly [name: string, open: () => RecordStore])[] = [
  ["Workers KV", () => workersKV(env.LISTS)],
  ["R2", () => r2(env.BUCKET)],
];

beforeEach(reset);
afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each(stores)("a list over %s in workerd", (_, open) => {
  test("500 appends at once from 500 handles are 500 entries", SLOW, async () => {
    const appended = await Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        createListStore(open()).list("numbers").append(index),
      ),
    );

    const { entries } = await createListStore(open()).list("numbers").read();

    expect(entries.map((entry) => entry.id)).toEqual(appended.map((entry) => entry.id).sort());
    expect(new Set(entries.map((entry) => entry.value)).size).toBe(500);
  });

  test("a whole life needs no fetch: append, remove, passes, reads", SLOW, async () => {
    vi.stubGlobal("fetch", () => {
      throw new Error("fetch was called");
    });
    const clock = testClock();
    const list = createListStore(open(), { clock }).list("numbers");
    await inTurns(60, (index) => list.append(index));
    await list.append("x".repeat(5000));
    const { entries } = await list.read();
    await list.remove(entries.slice(0, 20));
    const kept = entries.slice(20);

    for (let pass = 0; pass < 3; pass++) {
      await list.compact();
      clock.pass(GRACE_PASSES_MS);
      expect((await coldRead(open)).entries).toEqual(kept);
    }
    const keys = (await open().list("")).records.map((record) => record.key);
    expect(keys.filter((key) => /\/[de]\//.test(key))).toEqual([]);

    const consolidated = await createListStore(open())
      .list("numbers")
      .read({ freshness: "consolidated" });
    expect(consolidated.entries).toEqual(kept);
    expect(consolidated.operations.list).toBe(0);
    expect(consolidated.operations.get + consolidated.operations.getMany).toBeLessThanOrEqual(2);
  });

  test("text outside ASCII survives, in a listing as well as in a value", async () => {
    const list = createListStore(open()).list("naïve/列表 😀");
    const values = ["é€😀\u2028", "😀".repeat(1000)];
    for (const value of values) await list.append(value);

    expect((await createListStore(open()).list("naïve/列表 😀").read()).values).toEqual(values);
  });
});

describe("what a read costs on Workers KV", () => {
  test("1,000 small entries: one list; 2,500: three", SLOW, async () => {
    await inTurns(1000, (index) => numbers().append(index));
    const first = await numbers().read();
    await inTurns(1500, (index) => numbers().append(1000 + index));
    const second = await numbers().read();

    expect(first.values).toHaveLength(1000);
    expect(first.operations).toEqual(only({ list: 1 }));
    expect(new Set(second.values).size).toBe(2500);
    expect(second.operations).toEqual(only({ list: 3 }));
  });

  test("250 entries of 2,000 bytes: one list and three bulk gets", SLOW, async () => {
    await inTurns(250, (index) => numbers().append(`${index} ${"x".repeat(2000)}`));

    const { values, operations } = await numbers().read();

    expect(values).toHaveLength(250);
    expect(operations).toEqual(only({ list: 1, getMany: 3 }));
  });

  test("lists whose names start alike don't mix on a second page", SLOW, async () => {
    const lists = createListStore(workersKV(env.LISTS));
    await inTurns(1100, (index) => lists.list("a").append(index));
    for (const name of ["", "-", "b", ":", "~"])
      await lists.list(`a${name}`).append("another list's");

    const { values } = await createListStore(workersKV(env.LISTS)).list("a").read();

    expect(values.filter((value) => value === "another list's")).toHaveLength(1);
    expect(new Set(values).size).toBe(1101);
  });
});

/** A handle that shares no memory with another. */
function numbers(): List {
  return createListStore(workersKV(env.LISTS)).list("numbers");
}

function coldRead(open: () => RecordStore) {
  return createListStore(open()).list("numbers").read();
}
