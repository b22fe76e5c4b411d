import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
import { createTwoPlaces } from "../support/regions.ts";
import { appendEach, createScene, HOUR, numbers, SECOND, WINDOW } from "../support/scene.ts";

const SEEDS = numbers(1, 9);

describe.each(KINDS)("with $records", (kind) => {
  // https://community.cloudflare.com/t/kv-strange-behaviour/426852, https://taourl.com/read-2278840
  test.each(SEEDS)(
    "an older view takes back nothing that is older than the window, nor any order (seed %i)",
    async (seed) => {
      const { paris, cold, store } = createTwoPlaces(kind, { store: { seed } }, {});
      const own = paris.cold();
      await appendEach(cold(), numbers(0, 20));
      await store.advance(SECOND);
      await own.append("mine, old");
      await store.advance(WINDOW + SECOND);
      await cold().compact();
      for (let n = 0; n < 10; n++) {
        await cold().append(100 + n);
        await store.advance(SECOND);
        await own.append(`mine ${n}`);
      }

      const first = (await own.read()).entries;
      const back = Math.floor(store.random() * WINDOW);
      paris.region.setStaleness({ list: back, get: Math.floor(store.random() * WINDOW) });
      const second = (await own.read()).entries;

      for (const { entries } of [{ entries: first }, { entries: second }]) {
        const values = entries.map(({ value }) => value);
        const expected = [
          ...numbers(0, 20),
          "mine, old",
          ...numbers(0, 10).map((n) => `mine ${n}`),
        ];
        expect(values.filter((value) => !numbers(100, 110).includes(Number(value)))).toEqual(
          expected,
        );
      }
      const shared = new Set(second.map(({ id }) => id));
      const seenBoth = first.map(({ id }) => id).filter((id) => shared.has(id));
      const again = second.map(({ id }) => id).filter((id) => seenBoth.includes(id));
      expect(again).toEqual(seenBoth);
    },
  );

  // https://github.com/fastly/go-fastly/pull/634
  test.each(SEEDS)(
    "keys that show up one by one, each late in its own time, are read once each (seed %i)",
    async (seed) => {
      const upTo = { max: 5 * SECOND };
      const { cold, store } = createScene(kind, {
        store: { seed, staleness: { get: upTo, list: upTo } },
      });
      const appended = new Set<unknown>();
      const writing = (async () => {
        for (let n = 0; n < 200; n++) {
          appended.add(n);
          await cold().append(n);
          await store.clock.sleep(100);
        }
      })();

      for (let read = 0; read < 60; read++) {
        const { values } = await cold().read();
        expect(values.filter((value) => !appended.has(value))).toEqual([]);
        expect(new Set(values).size).toBe(values.length);
        await store.clock.sleep(333);
      }
      await writing;
      await store.advance(5 * SECOND);

      expect((await cold().read()).values).toEqual(numbers(0, 200));
    },
  );

  // https://github.com/lukeed/worktop/issues/42
  test.each([
    { appends: 20, removals: 5, compacting: false },
    { appends: 20, removals: 5, compacting: true },
    { appends: 3, removals: 3, compacting: true },
  ])(
    "two places that don't see each other yet agree later ($appends appends, $removals removals each, passes: $compacting)",
    async ({ appends, removals, compacting }) => {
      const { paris, tokyo, store } = createTwoPlaces(kind);
      const visit = async (place: typeof paris, name: string) => {
        const list = place.cold();
        for (let n = 0; n < appends; n++) {
          await list.append(`${name} ${n}`);
          await store.clock.sleep(SECOND);
        }
        await list.remove((await list.read()).entries.slice(0, removals));
        if (compacting) await list.compact();
        return numbers(removals, appends).map((n) => `${name} ${n}`);
      };

      const expected = await Promise.all([visit(paris, "paris"), visit(tokyo, "tokyo")]);
      await store.advance(WINDOW + SECOND);

      const seen = (await paris.cold().read()).entries;
      expect((await tokyo.cold().read()).entries).toEqual(seen);
      expect(new Set(seen.map(({ value }) => value))).toEqual(new Set(expected.flat()));
      for (let pass = 0; pass < 4; pass++) {
        await (pass % 2 === 0 ? paris : tokyo).cold().compact();
        await store.advance(HOUR);
        expect((await paris.cold().read()).entries).toEqual(seen);
        expect((await tokyo.cold().read()).entries).toEqual(seen);
      }
    },
  );
});
