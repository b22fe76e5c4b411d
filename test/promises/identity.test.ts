import { byValue, createListStore, type Entry } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { collect } from "./support/collect.ts";
import { STORES, setStage } from "./support/stores.ts";

const SECOND = 1000;

describe.each(STORES)("over $name", ({ open }) => {
  describe("entries with one identity", () => {
    test("a key appended twice, by anyone, is one entry, the first", async () => {
      const { list, passes, pass } = setStage(open);
      const first = await list().append("first", { key: "k" });
      await pass(SECOND);
      await list().append("second", { key: "k" });
      await list().append("other", { key: "l" });
      await list().append("none");

      for (let round = 0; round < 3; round++) {
        const { entries } = await list().read();
        expect(new Set(entries.map(({ value }) => value))).toEqual(
          new Set(["first", "other", "none"]),
        );
        expect(entries[0]).toEqual({ ...first, key: "k" });
        expect(await collect(list())).toEqual(entries);
        expect(await list().latest(3)).toEqual([...entries].reverse());
        await passes(1);
      }
      const guests = list();
      await guests.remove((await guests.read()).entries[0] as Entry);
      expect(new Set((await list().read()).values)).toEqual(new Set(["other", "none"]));
      await passes(3);
      expect(new Set((await list().read()).values)).toEqual(new Set(["other", "none"]));
    });

    test("`keyOf` makes equal values one entry, and removing it removes all that was seen", async () => {
      const { list, passes } = setStage(open);
      const tags = () => list({ keyOf: byValue });
      for (const value of [{ a: 1, b: 2 }, { b: 2, a: 1 }, { a: 1 }]) await tags().append(value);
      expect((await tags().read()).values).toHaveLength(2);
      await passes(2);
      const guests = tags();
      const { entries } = await guests.read();
      const both = entries.find(({ value }) => byValue(value) === '{"a":1,"b":2}') as Entry;
      expect(both.key).toBe('{"a":1,"b":2}');
      await guests.remove(both.id);

      expect((await tags().read()).values).toEqual([{ a: 1 }]);
      expect((await list().read()).values).toEqual([{ a: 1 }]);
    });

    test("an iteration joins what a read joins, also across segments", async () => {
      const { store, clock, pass } = setStage(open);
      const small = { ...store, limits: { ...store.limits, segmentBytes: 200 } };
      const tags = () => createListStore<string>(small, { clock, keyOf: byValue }).list("guests");
      for (const [value, key] of [
        ["x", "k1"],
        ["y", undefined],
        ["x", undefined],
        ["z", "k1"],
        ["z", undefined],
        ["y", "k2"],
        ["w", "k2"],
      ] as const) {
        await pass(SECOND);
        await tags().append(value, { key });
        await tags().append(`filler ${value} ${key}`.padEnd(150, "."));
        await tags().compact();
      }

      const { entries } = await tags().read();
      expect(await collect(tags())).toEqual(entries);
      const short = entries.map(({ value }) => value).filter((value) => value.length === 1);
      expect(short).toEqual(["x", "y"]);
    });

    test("an append that the remover had not seen survives", async () => {
      const { list, passes } = setStage(open);
      await list().append("x", { key: "k" });
      const remover = list();
      const seen = (await remover.read()).entries;
      const later = await list().append("x", { key: "k" });
      await remover.remove(seen);

      for (let pass = 0; pass < 3; pass++) {
        expect((await list().read()).entries).toEqual([later]);
        await passes(1);
      }
    });
  });
});
