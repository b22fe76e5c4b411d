import { describe, expect, test } from "vitest";
import { collect } from "./support/collect.ts";
import { MINUTE, STORES, setStage } from "./support/stores.ts";

describe.each(STORES)("over $name", ({ open }) => {
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
