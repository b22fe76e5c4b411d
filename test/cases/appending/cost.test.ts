import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
import { createScene, numbers } from "../support/scene.ts";

const ONE_PUT = { put: 1, get: 0, getMany: 0, delete: 0, list: 0 };

// https://juhe.plus/discover/feeds/20267/url/zh/90a6c3ce468a717a89d75832f35e378b.html
describe.each(KINDS)("with $records", (kind) => {
  test.each([
    { entries: 0, folded: false },
    { entries: 300, folded: false },
    { entries: 50_000, folded: false },
    { entries: 50_000, folded: true },
  ])(
    "every write is one put and nothing else, over $entries entries (folded: $folded)",
    async ({ entries, folded }) => {
      const { cold, store, passes } = createScene(kind);
      for (let start = 0; start < entries; start += 500)
        await cold().appendAll(numbers(start, Math.min(start + 500, entries)));
      await passes(folded ? 2 : 0);
      const list = cold();
      const cost = async (call: () => Promise<unknown>) => {
        store.resetCounts();
        await call();
        return store.counts();
      };

      expect(await cost(() => list.append("x".repeat(20)))).toEqual(ONE_PUT);
      const hundred = numbers(0, 100).map((n) => `${n}`.padStart(20, "x"));
      expect(await cost(() => list.appendAll(hundred))).toEqual(ONE_PUT);
      expect(await cost(() => list.appendAll(numbers(0, 500)))).toEqual(ONE_PUT);
      const some = await list.appendAll(numbers(0, 50));
      expect(await cost(() => list.remove(some))).toEqual(ONE_PUT);
      const ids = some.map(({ id }) => id);
      expect(await cost(() => cold().remove(ids))).toEqual(ONE_PUT);
    },
  );

  test("no values and no ids cost nothing", async () => {
    const { cold, store } = createScene(kind);
    expect(await cold().appendAll([])).toEqual([]);
    await cold().remove([]);
    expect(store.counts()).toEqual({ ...ONE_PUT, put: 0 });
  });
});
