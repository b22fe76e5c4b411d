import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
import { createTwoPlaces } from "../support/regions.ts";
import { createScene, HOUR, MINUTE, numbers, SECOND, WINDOW } from "../support/scene.ts";

const DAY = 24 * HOUR;

describe.each(KINDS)("with $records", (kind) => {
  // https://github.com/cachapa/crdt/issues/6, https://github.com/tinyplex/tinybase
  test.each([DAY, 400 * DAY, 6 * MINUTE, -DAY, -400 * DAY])(
    "one writer's clock that is %i ms off leads nobody astray",
    async (offset) => {
      const { paris, tokyo, cold, store, keys } = createTwoPlaces(kind);
      const odd = cold(store, { clock: store.skewedClock(offset) });
      const others = [cold(), paris.cold(), tokyo.cold()];
      for (const n of numbers(0, 100)) {
        const list = n % 10 === 0 ? odd : others[n % 3];
        const now = store.clock.now();
        const entry = await list?.append(n);
        if (list !== odd) {
          await list?.read();
          expect(Math.abs((entry?.appendedAt ?? 0) - now)).toBeLessThanOrEqual(5 * MINUTE);
        }
        await store.advance(SECOND);
      }
      await store.advance(WINDOW);

      const seen = (await paris.cold().read()).entries;
      expect(new Set(seen.map(({ value }) => value))).toEqual(new Set(numbers(0, 100)));
      expect(await tokyo.ids()).toEqual(seen.map(({ id }) => id));
      for (const entry of seen.filter(({ value }) => Number(value) % 10 === 0))
        await paris.cold().remove(entry);
      await store.advance(WINDOW + SECOND);

      const left = seen.filter(({ value }) => Number(value) % 10 !== 0);
      for (let hour = 0; hour < 60; hour++) {
        await (hour % 2 === 0 ? tokyo : paris).cold().compact();
        await store.advance(HOUR);
      }
      expect(keys("batch")).toEqual([]);
      expect((await tokyo.cold().read()).entries).toEqual(left);
    },
  );

  test.each([DAY, -DAY])(
    "passes by a clock that is %i ms off lose nothing and bring nothing back",
    async (offset) => {
      const { cold, store, values } = createScene(kind);
      const clock = store.skewedClock(offset);
      const entries = await cold().appendAll(numbers(0, 40));
      await cold().remove(entries.slice(0, 10));

      for (let pass = 0; pass < 60; pass++) {
        expect(await values()).toEqual(numbers(10, 40));
        await cold(store, pass % 2 === 0 ? { clock } : {}).compact();
        await store.advance(HOUR);
      }
      expect(await values()).toEqual(numbers(10, 40));
    },
  );

  test("a clock that jumps back doesn't turn a handle's order round", async () => {
    const { cold, store } = createScene(kind);
    let offset = 0;
    const list = cold(store, { clock: store.skewedClock(() => offset) });
    for (const n of numbers(0, 60)) {
      offset = -(n % 7) * 30 * SECOND;
      await list.append(n);
    }
    expect((await cold().read()).values).toEqual(numbers(0, 60));
  });

  test("what is appended after a read stands behind what was read, up to five minutes ahead", async () => {
    const { cold, store } = createScene(kind);
    const ahead = cold(store, { clock: store.skewedClock(4 * MINUTE) });
    const list = cold();
    for (const n of numbers(0, 20)) {
      const writer = n % 2 === 0 ? ahead : list;
      await writer.read();
      await writer.append(n);
    }
    expect((await cold().read()).values).toEqual(numbers(0, 20));
  });
});
