import { describe, expect, test, vi } from "vitest";
import { MINUTE, STORES, setStage } from "./support/stores.ts";

// https://github.com/fastly/cli/issues/1836
describe.each(STORES)("over $name", ({ open }) => {
  test("a whole life of a list needs no network of its own", async () => {
    const fetching = vi.fn(() => {
      throw new Error("no fetch here");
    });
    vi.stubGlobal("fetch", fetching);
    try {
      const { list, pass } = setStage(open);
      for (let round = 0; round < 4; round++) {
        await list().append(round, { key: `k${round % 3}` });
        await list().appendAll(["a", "b", "x".repeat(3000)]);
        const { entries } = await list().read();
        await list().remove(entries.slice(-1));
        await list().latest(3);
        for await (const _ of list()) break;
        await list().compact({ consolidateTo: "plain" });
        await list().read({ freshness: "consolidated" });
        await list().verify();
        await pass(30 * MINUTE);
      }
      expect((await list().read()).entries).toHaveLength(3 + 2 * 4);
      await list().clear();
      expect((await list().read()).entries).toEqual([]);
    } finally {
      vi.unstubAllGlobals();
    }
    expect(fetching).not.toHaveBeenCalled();
  });
});
