import { createListStore, type RecordStore } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
import { appendEach, createScene, HOUR, numbers, type Scene } from "../support/scene.ts";

describe.each(KINDS)("with $records", (kind) => {
  async function filled(count: number, options = {}): Promise<Scene> {
    const scene = createScene(kind, options);
    await appendEach(scene.cold(), numbers(0, count));
    await scene.store.advance(HOUR);
    return scene;
  }

  // https://github.com/mastra-ai/mastra/pull/22204
  test.each([999, 1000, 1001, 2500, 12_000])(
    "%i appends read back as that many entries, before and after passes",
    async (count) => {
      const { keys, passes, values } = await filled(count);
      expect(await values()).toEqual(numbers(0, count));

      for (let pass = 0; keys("batch").length > 0 && pass < 40; pass++) await passes(1);

      expect(keys("batch")).toEqual([]);
      expect(await values()).toEqual(numbers(0, count));
    },
  );

  // https://github.com/cloudflare/cloudflare-docs/pull/4060
  test.each([
    { empty: 5, skip: 0, count: 100, pageSize: 1000 },
    { empty: 1, skip: 1, count: 100, pageSize: 10 },
    { empty: 9, skip: 3, count: 100, pageSize: 7 },
  ])(
    "$empty empty pages in a row are no end, for a read and for a pass ($skip pages before them)",
    async ({ empty, skip, count, pageSize }) => {
      const scene = await filled(count, { store: { limits: { pageSize } } });
      const { cold, store, values } = scene;
      store.faults.emptyPage({ skip, times: empty });
      expect(await values()).toEqual(numbers(0, count));

      store.faults.emptyPage({ skip, times: empty });
      const report = await cold().compact();

      expect(report).toMatchObject({ absorbed: count, remaining: count });
    },
  );

  test.each(numbers(1, 6))(
    "pages that are empty, short, or follow the last key lose nothing (seed %i)",
    async (seed) => {
      const { values, cold, passes } = await filled(300, {
        store: {
          seed,
          limits: { pageSize: 20 },
          pagesWalkDeleted: true,
          weather: { emptyPages: 0.3, shortPages: 0.4 },
        },
      });
      for (let pass = 0; pass < 6; pass++) {
        expect(await values()).toEqual(numbers(0, 300));
        await passes(1);
      }
      expect((await cold().verify()).ok).toBe(true);
    },
  );

  // https://github.com/cloudflare/cloudflare-docs/pull/9782
  test("lists whose names start alike don't mix, and each page asks for its own prefix", async () => {
    const { store } = createScene(kind, { store: { log: true } });
    const names = ["a", "ab", "a:", "a/", "a/b", "A", "ä"];
    const lists = createListStore(store, { clock: store.clock });
    for (const name of names)
      await appendEach(
        lists.list(name),
        numbers(0, 1500).map((n) => `${name}${n}`),
      );
    const prefixOfCursor = new Map<string, string>();
    const asking: RecordStore = {
      ...store,
      async list(prefix, cursor) {
        if (cursor !== undefined) expect(prefix).toBe(prefixOfCursor.get(cursor));
        const page = await store.list(prefix, cursor);
        if (page.cursor !== undefined) prefixOfCursor.set(page.cursor, prefix);
        return page;
      },
    };

    for (const name of names) {
      const { values } = await createListStore(asking).list(name).read();
      expect(values).toEqual(numbers(0, 1500).map((n) => `${name}${n}`));
    }
    expect(prefixOfCursor.size).toBeGreaterThan(0);
    const found: string[] = [];
    for await (const name of createListStore(asking).names()) found.push(name);
    expect(found.sort()).toEqual([...names].sort());
  });
});
