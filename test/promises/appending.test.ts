import { describe, expect, test } from "vitest";
import { STORES, setStage } from "./support/stores.ts";

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
});
