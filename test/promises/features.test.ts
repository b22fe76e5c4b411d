import { createListStore, importArray } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { only, STORES, setStage } from "./support/stores.ts";

const HOUR = 3_600_000;

describe.each(STORES)("over $name", ({ open }) => {
  describe("an entry that expires", () => {
    test("is read until then, and out of the store when its segment is rewritten", async () => {
      const { list, clock, pass, passes, store } = setStage(open);
      const guests = list();
      await guests.append("gone", { expiresAt: clock.now() + HOUR });
      await guests.append("kept");
      expect((await list().read()).entries[0]).toMatchObject({ expiresAt: clock.now() + HOUR });
      await list().compact();
      expect((await list().read()).values).toEqual(["gone", "kept"]);
      await pass(HOUR);

      expect((await list().read()).values).toEqual(["kept"]);
      expect((await guests.read()).values).toEqual(["kept"]);
      expect((await guests.latest(2)).map(({ value }) => value)).toEqual(["kept"]);
      await list().appendAll(Array.from({ length: 100 }, (_, n) => n));
      await passes(3);
      expect((await list().read()).values).toHaveLength(101);
      expect(await textOf(store, "sl1/")).not.toContain("gone");
    });
  });

  describe("a capped list", () => {
    test("keeps the newest `maxEntries` once a pass has run", async () => {
      const { list, passes } = setStage(open);
      const capped = () => list({ maxEntries: 10 });
      await capped().appendAll(Array.from({ length: 25 }, (_, n) => n));
      expect((await capped().read()).values).toHaveLength(25);
      await capped().compact();
      expect((await list().read()).values).toEqual([15, 16, 17, 18, 19, 20, 21, 22, 23, 24]);
      await passes(2);
      expect((await list().read()).values).toHaveLength(10);
    });

    test("counts entries of one key once, and drops them together", async () => {
      const { list, passes, pass } = setStage(open);
      const capped = () => list({ maxEntries: 3 });
      await capped().append("a", { key: "a" });
      for (let n = 0; n < 10; n++) {
        await pass(1000);
        await capped().append("b", { key: "b" });
      }
      for (let round = 0; round < 3; round++) {
        expect((await list().read()).values).toEqual(["a", "b"]);
        await capped().compact();
      }
      await pass(1000);
      await capped().appendAll(["c", "d"]);
      await capped().compact();
      await passes(3);
      expect((await list().read()).values).toEqual(["b", "c", "d"]);
      await capped().appendAll(["e", "f", "g"]);
      await capped().compact();
      expect((await list().read()).values).toEqual(["e", "f", "g"]);
    });

    test("drops what is older than `maxAgeMs` once a pass has run", async () => {
      const { list, pass } = setStage(open);
      await list().append("old");
      await list().compact();
      await pass(HOUR);
      await list().append("young");
      await pass(HOUR);
      await list({ maxAgeMs: 1.5 * HOUR }).compact();
      expect((await list().read()).values).toEqual(["young"]);
    });
  });

  describe("`consolidateTo`", () => {
    test("leaves a plain array for readers that know nothing of lists", async () => {
      const { list, store, pass } = setStage(open);
      await list().appendAll(["a", "b"]);
      await list().compact({ consolidateTo: "plain" });
      expect(await store.get("plain")).toEqual(["a", "b"]);

      await pass(HOUR);
      const [first] = (await list().read()).entries;
      await list().remove(first?.id ?? "");
      await list().append("c");
      await pass(HOUR);
      const report = await list().compact({ consolidateTo: "plain" });
      expect(await store.get("plain")).toEqual(["b", "c"]);
      expect(report.operations.put).toBeGreaterThanOrEqual(2);
      await list().clear();
      await list().compact({ consolidateTo: "plain" });
      expect(await store.get("plain")).toEqual([]);
    });

    test("refuses an array that no record holds, and leaves the old one", async () => {
      const { store, clock, list } = setStage(open);
      await list().append("a");
      await list().compact({ consolidateTo: "plain" });
      const small = { ...store, limits: { ...store.limits, valueBytes: 3000 } };
      const guests = createListStore(small, { clock }).list("guests");
      for (const n of [1, 2, 3]) await guests.append(`${n}`.repeat(1500));
      await expect(guests.compact({ consolidateTo: "plain" })).rejects.toMatchObject({
        code: "value-too-large",
      });
      expect(await store.get("plain")).toEqual(["a"]);
      expect((await list().read()).values).toHaveLength(4);
    });
  });

  describe("importing an array", () => {
    test("may be run again, and by several at once, without repeating anything", async () => {
      const { list, passes, cost } = setStage(open);
      const old = ["a", "b", "a", { x: 1, y: 2 }, "long ".repeat(500), 1, "1"];
      expect(await importArray(list(), old)).toBe(7);
      expect(await importArray(list(), old)).toBe(0);
      expect((await list().read()).values).toEqual(old);
      await passes(2);
      const again = await cost(() => importArray(list(), old));
      expect(again).toEqual(only({ list: 1, get: 1 }));
      expect(await importArray(list(), [...old, "a", "new"])).toBe(2);
      await Promise.all([1, 2, 3].map(() => importArray(list(), ["p", "q", "p"])));
      expect((await list().read()).values).toHaveLength(7 + 2 + 3);
    });
  });
});

async function textOf(
  store: ReturnType<typeof setStage>["store"],
  prefix: string,
): Promise<string> {
  const { records } = await store.list(prefix);
  const all = await Promise.all(
    records.map(async ({ ref, record }) => record ?? (await store.get(ref))),
  );
  return JSON.stringify(all);
}
