import { byValue, type List, type ListStoreOptions } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
import { createScene, HOUR, type Scene } from "../support/scene.ts";

/** The ways in which "x" may be appended twice and be the same or not. */
const WAYS: readonly {
  readonly appended: string;
  readonly options: ListStoreOptions;
  readonly append: (list: List) => ReturnType<List["append"]>;
}[] = [
  { appended: "as it is", options: {}, append: async (list) => await list.append("x") },
  {
    appended: "with `keyOf`",
    options: { keyOf: byValue },
    append: async (list) => await list.append("x"),
  },
  {
    appended: "with a key",
    options: {},
    append: async (list) => await list.append("x", { key: "the x" }),
  },
];

/** Orders in which a place gets to see the first append, the removal and the second append. */
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

/** How far the second writer's clock is off. */
const CLOCKS = [0, -HOUR, HOUR, -30 * HOUR, 30 * HOUR];

describe.each(KINDS)("with $records", (kind) => {
  describe.each(WAYS)(
    "a value appended $appended, removed, and appended again",
    ({ options, append }) => {
      async function write(scene: Scene, offset: number) {
        const first = await append(scene.cold(scene.store, options));
        await scene.cold(scene.store, options).remove(first);
        const clock = scene.store.skewedClock(offset);
        const second = await append(scene.cold(scene.store, { ...options, clock }));
        return { first, second };
      }

      // https://github.com/calimero-network/core/pull/3123,
      // https://github.com/submersion-app/submersion/pull/1769
      test.each(ORDERS)(
        "shows once in the end, whichever of the three keys is seen first (%i, %i, %i)",
        async (...order) => {
          const scene = createScene(kind, { lists: options });
          const { second } = await write(scene, 0);
          const { contents } = scene.store;
          const written = [...scene.keys("batch"), ...scene.keys("tombstone")];
          const [a = "", b = ""] = scene
            .keys("batch")
            .sort((one, other) => (one.slice(-22) < other.slice(-22) ? -1 : 1));
          const keys = [a, scene.keys("tombstone")[0] ?? "", b];
          const texts = keys.map((key) => contents.text(key));
          for (const key of written) contents.write(key, undefined);

          for (const index of order) {
            const key = keys[index] ?? "";
            await scene.store.put(key, JSON.parse(texts[index] ?? ""));
            await scene.cold().compact();
            await scene.store.advance(HOUR);
          }

          const { entries } = await scene.cold().read();
          expect(entries.map(({ id }) => id)).toEqual([second.id]);
        },
      );

      test.each(CLOCKS)("shows once with a clock that is %i ms off", async (offset) => {
        const scene = createScene(kind, { lists: options });
        const { first, second } = await write(scene, offset);
        expect(second.id).not.toBe(first.id);

        for (let pass = 0; pass < 4; pass++) {
          const { entries } = await scene.cold().read();
          expect(entries.map(({ id }) => id)).toEqual([second.id]);
          await scene.passes(1);
        }
      });

      test("is removed again, with all that was observed", async () => {
        const scene = createScene(kind, { lists: options });
        await append(scene.cold());
        await append(scene.cold());
        const list = scene.cold();
        await list.remove((await list.read()).entries);
        await scene.passes(3);
        expect(await scene.values()).toEqual([]);

        await append(scene.cold());
        await scene.passes(3);
        expect(await scene.values()).toEqual(["x"]);
      });
    },
  );
});
