import { createListStore } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
import { createScene, numbers, SECOND, WINDOW } from "../support/scene.ts";

const BEHIND = { get: WINDOW, list: WINDOW };

describe.each(KINDS)("with $records", (kind) => {
  // https://github.com/tornado-doc/tdoc/issues/7,
  // https://community.cloudflare.com/t/asynchronous-workers-inconsistent-kv/379741
  test.each([
    { writers: 20, appends: 10 },
    { writers: 200, appends: 1 },
    { writers: 2, appends: 300 },
  ])(
    "$writers handles that start $appends appends each, all at once, wipe nothing of each other",
    async ({ writers, appends }) => {
      const { cold, store } = createScene(kind, {
        store: { staleness: BEHIND, hotKey: "clobber", log: true },
      });
      const appending = numbers(0, writers).flatMap((writer) => {
        const list = cold();
        return numbers(0, appends).map((n) => list.append(`${writer}-${n}`));
      });
      await Promise.all(appending);
      await store.advance(WINDOW + SECOND);

      const { entries } = await cold().read();
      expect(entries).toHaveLength(writers * appends);
      expect(new Set(entries.map(({ id }) => id)).size).toBe(writers * appends);
      expect(new Set(entries.map(({ value }) => value)).size).toBe(writers * appends);
      const put = store.calls.filter(({ operation }) => operation === "put");
      expect(new Set(put.flatMap(({ keys }) => keys)).size).toBe(put.length);
      expect(put).toHaveLength(writers * appends);
    },
  );

  // https://community.cloudflare.com/t/kv-store-eventual-consistency/85664
  test("a thousand appends in one millisecond, each on a handle of its own, are a thousand entries", async () => {
    const { cold, keys } = createScene(kind);
    const appended = await Promise.all(numbers(0, 1000).map((n) => cold().append(n)));

    const { entries } = await cold().read();
    expect(new Set(appended.map(({ appendedAt }) => appendedAt)).size).toBe(1);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(1000);
    expect([...entries.map(({ value }) => Number(value))].sort((a, b) => a - b)).toEqual(
      numbers(0, 1000),
    );
    expect(keys("batch")).toHaveLength(1000);
  });

  test.each(["one after another", "all at once"])(
    "what one handle appends in one millisecond, %s, stands in the order of its calls",
    async (how) => {
      const { cold } = createScene(kind);
      const list = cold();
      if (how === "all at once") await Promise.all(numbers(0, 50).map((n) => list.append(n)));
      else for (const n of numbers(0, 50)) await list.append(n);
      await Promise.all([list.appendAll(numbers(50, 5000)), list.append(5000), list.append(5001)]);

      expect((await cold().read()).values).toEqual(numbers(0, 5002));
      expect((await list.read()).values).toEqual(numbers(0, 5002));
    },
  );

  test("handles of one list store share a clock, also across lists", async () => {
    const { store } = createScene(kind);
    const lists = createListStore(store, { clock: store.clock });
    const ids: string[] = [];
    for (const n of numbers(0, 100))
      ids.push((await lists.list(n % 2 ? "odd" : "even").append(n)).id);

    expect(ids).toEqual([...ids].sort());
  });
});
