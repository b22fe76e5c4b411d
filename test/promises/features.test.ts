import {
  createListStore,
  importArray,
  type JsonValue,
  type ListEvent,
  putWithRetry,
  updateRecord,
} from "@shardlist/core";
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

  describe("one key of the user's own", () => {
    test("is read, changed and written back", async () => {
      const { store, clock, cost } = setStage(open);
      const increase = (value: JsonValue | undefined) =>
        typeof value === "number" ? value + 1 : 1;
      expect(await updateRecord(store, "counter", increase, { clock })).toBe(1);
      expect(await updateRecord(store, "counter", increase, { clock })).toBe(2);
      const update = () => updateRecord(store, "counter", increase, { clock });
      expect(await cost(update)).toEqual(only({ get: 1, put: 1 }));
      await putWithRetry(store, "counter", 10, { inline: false, clock });
      expect(await update()).toBe(11);
    });

    test.each([0, 1, 59, -60, 60.5, Number.NaN, Number.POSITIVE_INFINITY])(
      "is refused a lifetime of %d seconds by name, before any store call",
      async (expirationTtl) => {
        const { store, clock, cost } = setStage(open);
        const putting = async () =>
          await expect(
            putWithRetry(store, "counter", 1, { expirationTtl, clock }),
          ).rejects.toMatchObject({
            code: "invalid-option",
            message: expect.stringContaining("`expirationTtl`"),
          });
        expect(await cost(putting)).toEqual(only({}));
      },
    );

    test("is read again before each attempt, each of which is an event", async () => {
      const { store, clock } = setStage(open);
      await store.put("counter", 1, { inline: false });
      let attempts = 0;
      const events: ListEvent[] = [];
      const failing = {
        ...store,
        put: async (...[key, record, options]: Parameters<typeof store.put>) => {
          attempts++;
          if (attempts === 1) await store.put(key, 100, options);
          if (attempts < 3) throw new Error("not yet");
          await store.put(key, record, options);
        },
      };
      const seen: unknown[] = [];
      const change = (value: JsonValue | undefined) => {
        seen.push(value);
        return Number(value) + 1;
      };
      const onEvent = (event: ListEvent) => events.push(event);

      expect(await updateRecord(failing, "counter", change, { clock, onEvent })).toBe(101);
      expect(seen).toEqual([1, 100, 100]);
      expect(events.map((event) => event.type === "retry" && event.attempt)).toEqual([1, 2]);
    });

    test("what `change` throws is the caller's own, and nothing is written", async () => {
      const { store, clock, cost } = setStage(open);
      const cause = new Error("mine");
      const updating = async () =>
        await expect(
          updateRecord(
            store,
            "counter",
            () => {
              throw cause;
            },
            { clock },
          ),
        ).rejects.toMatchObject({ code: "invalid-value", cause });
      expect(await cost(updating)).toEqual(only({ get: 1 }));
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
