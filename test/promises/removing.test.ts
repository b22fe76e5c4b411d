import type { Entry } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { only, STORES, setStage } from "./support/stores.ts";

describe.each(STORES)("over $name", ({ open }) => {
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
});
