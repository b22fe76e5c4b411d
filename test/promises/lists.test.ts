import { byValue, createListStore, type Entry, type List, type ListEvent } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { MINUTE, only, STORES, setStage } from "./support/stores.ts";

const SECOND = 1000;

describe.each(STORES)("over $name", ({ open }) => {
  describe("appending", () => {
    test("gives an entry with the value, an id that sorts, and the time", async () => {
      const { list, clock, pass } = setStage(open);
      const guests = list<string>();
      const before = clock.now();
      const ada = await guests.append("ada");
      await pass(SECOND);
      const bob = await guests.append("bob");

      expect(ada).toEqual({ id: expect.any(String), value: "ada", appendedAt: before });
      expect(ada.id).toMatch(/^[-\w]{22}$/);
      expect(bob.id > ada.id).toBe(true);
      expect((await list().read()).entries).toEqual([ada, bob]);
      expect((await list().read()).values).toEqual(["ada", "bob"]);
    });

    test("carries every kind of JSON unchanged", async () => {
      const { list, passes } = setStage(open);
      const values = [
        null,
        true,
        false,
        0,
        -1.5,
        1e300,
        "",
        "é😀\u0000\ud800",
        [],
        {},
        [[[]], [null]],
        { "": 0, a: { b: [1, { c: null }] }, __proto__x: 1 },
        JSON.parse('{"__proto__":{"evil":true},"constructor":1}'),
        "x".repeat(5000),
      ];
      await list().appendAll(values);
      for (const value of values) await list().append(value);
      await passes(1);
      await list().appendAll(values);

      const read = (await list().read()).values;
      const sorted = (all: readonly unknown[]) => all.map((value) => JSON.stringify(value)).sort();
      expect(sorted(read)).toEqual(sorted([...values, ...values, ...values]));
    });

    test("keeps the order of calls on one handle, and of values in `appendAll`", async () => {
      const { list, passes } = setStage(open);
      const guests = list();
      await Promise.all([guests.append(0), guests.appendAll([1, 2, 3]), guests.append(4)]);
      await guests.appendAll([5, 6]);

      for (let pass = 0; pass < 3; pass++) {
        expect((await list().read()).values).toEqual([0, 1, 2, 3, 4, 5, 6]);
        await passes(1);
      }
    });

    test("takes values as they were when the call was made", async () => {
      const { list } = setStage(open);
      const guests = list<{ name: string }>();
      const value = { name: "ada" };
      const appending = guests.append(value);
      value.name = "bob";
      const entry = await appending;
      expect(entry.value).toEqual({ name: "ada" });
      (entry.value as { name: string }).name = "eve";

      const first = await guests.read();
      expect(first.values).toEqual([{ name: "ada" }]);
      (first.values[0] as { name: string }).name = "mallory";
      expect((await guests.read()).values).toEqual([{ name: "ada" }]);
      expect((await list().read()).values).toEqual([{ name: "ada" }]);
    });
  });

  describe("removing", () => {
    test("takes entries, ids, and many of either", async () => {
      const { list, passes } = setStage(open);
      const guests = list<number>();
      const entries = await guests.appendAll([0, 1, 2, 3, 4, 5, 6]);
      await guests.remove(entries[0] as Entry<number>);
      await list().remove(entries[1]?.id ?? "");
      await list().remove(new Set([entries[2]?.id ?? "", entries[3] as Entry<number>]));
      await list().remove(entries.slice(0, 5));

      for (let pass = 0; pass < 3; pass++) {
        expect((await guests.read()).values).toEqual([5, 6]);
        expect((await list().read()).values).toEqual([5, 6]);
        await passes(1);
      }
    });

    test.each([[undefined], [null], [1], ["short"], [{ id: "no" }], [["-".repeat(23)]]])(
      "refuses %o before any store call",
      async (target) => {
        const { list, cost } = setStage(open);
        const removing = async () =>
          await expect(list().remove(target as string)).rejects.toMatchObject({
            code: "invalid-value",
          });
        expect(await cost(removing)).toEqual(only({}));
      },
    );

    test("`clear` removes what is there, and says how much that was", async () => {
      const { list, passes } = setStage(open);
      expect(await list().clear()).toBe(0);
      await list().appendAll([1, 2, 3]);
      await passes(2);
      await list().append(4);
      expect(await list().clear()).toBe(4);
      expect(await list().clear()).toBe(0);
      await list().append(5);
      await passes(3);
      expect((await list().read()).values).toEqual([5]);
    });
  });

  describe("the newest entries", () => {
    test.each([1, 3, 50, 100, 1000])(
      "`latest(%i)` are the last of a read, newest first",
      async (count) => {
        const { list, passes, pass } = setStage(open);
        for (let round = 0; round < 4; round++) {
          const { length } = (await list().read()).entries;
          await list().appendAll(Array.from({ length: 30 }, (_, n) => length + n));
          await list().remove((await list().read()).entries.slice(-2));
          await pass(MINUTE);
          expect(await list().latest(count)).toEqual(
            [...(await list().read()).entries].reverse().slice(0, count),
          );
          await passes(1);
          expect(await list().latest(count)).toEqual(
            [...(await list().read()).entries].reverse().slice(0, count),
          );
        }
      },
    );

    test.each([0, -1, 1.5, Number.NaN])("`latest(%d)` is refused", async (count) => {
      const { list } = setStage(open);
      await expect(list().latest(count)).rejects.toMatchObject({ code: "invalid-option" });
    });
  });

  describe("iterating", () => {
    test("yields what a read gives, and may be broken off and begun again", async () => {
      const { list, passes, pass } = setStage(open);
      await list().appendAll(Array.from({ length: 100 }, (_, n) => n));
      await passes(2);
      await list().appendAll(Array.from({ length: 20 }, (_, n) => 100 + n));
      await pass(MINUTE);
      const guests = list();
      await guests.remove((await guests.read()).entries.slice(40, 70));
      for await (const entry of guests) if (entry.value === 10) break;

      expect(await collect(guests)).toEqual((await guests.read()).entries);
      expect(await collect(guests)).toHaveLength(90);
      expect(await collect(list({}, "nobody"))).toEqual([]);
    });
  });

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

  describe("names", () => {
    test("of all lists that hold something, whatever letters they have", async () => {
      const { store, clock } = setStage(open);
      const names = ["a", "b/c", "ü", "😀", "a b", "%", "~41", "__proto__", "..", "x".repeat(200)];
      const lists = createListStore(store, { clock });
      for (const name of names) await lists.list(name).append(name);
      await lists.list("a").compact();

      expect((await all(lists.names())).sort()).toEqual([...names].sort());
      expect(await all(lists.names({ prefix: "a" }))).toEqual(expect.arrayContaining(["a", "a b"]));
      expect(await all(lists.names({ prefix: "a" }))).toHaveLength(2);
      expect(await all(createListStore(store, { prefix: "other/" }).names())).toEqual([]);
      for (const name of names) expect((await lists.list(name).read()).values).toEqual([name]);
    });

    test.each(["", "x".repeat(500), "\ud800"])("%j is refused at once", (name) => {
      const { store } = setStage(open);
      expect(() => createListStore(store).list(name)).toThrow(
        expect.objectContaining({ code: "invalid-name" }),
      );
    });
  });

  describe("events", () => {
    test("tell the phases of a pass", async () => {
      const { list, pass } = setStage(open);
      const events: ListEvent[] = [];
      const guests = list({ onEvent: (event) => events.push(event) });
      await guests.appendAll([1, 2]);
      await guests.compact();
      await pass(30 * MINUTE);
      await guests.compact();
      const phases = events.flatMap((event) => (event.type === "compaction" ? [event.phase] : []));
      expect(phases[0]).toBe("list");
      expect(phases).toEqual(expect.arrayContaining(["load", "collect", "fold", "head", "done"]));
      expect(phases.at(-1)).toBe("done");
    });

    test("a listener that throws changes nothing", async () => {
      const { list } = setStage(open);
      const guests = list({
        onEvent: () => {
          throw new Error("listener");
        },
      });
      await guests.append(1);
      await guests.compact();
      expect((await guests.read()).values).toEqual([1]);
    });
  });

  test("`verify` finds nothing wrong at any stage of a list's life", async () => {
    const { list, passes } = setStage(open);
    for (let round = 0; round < 5; round++) {
      expect(await list().verify()).toMatchObject({ ok: true });
      await list().appendAll(Array.from({ length: 30 }, (_, n) => n));
      await list().remove((await list().read()).entries.slice(0, 5));
      const { entries } = await list().read();
      expect(await list().verify()).toMatchObject({ ok: true, entries: entries.length });
      await passes(1);
    }
  });
});

async function collect<T>(list: List<T>): Promise<Entry<T>[]> {
  return await all(list);
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
