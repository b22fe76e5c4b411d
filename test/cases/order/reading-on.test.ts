import type { Entry, List } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
import {
  appendEach,
  createScene,
  GRACE_BETWEEN,
  MINUTE,
  numbers,
  type Scene,
  SECOND,
} from "../support/scene.ts";

describe.each(KINDS)("with $records", (kind) => {
  // https://github.com/1f916-ai/1f916/issues/29,
  // https://github.com/NEventStore/NEventStore/issues/425,
  // https://github.com/windmill-labs/windmill/pull/10894
  test.each([1, 2])(
    "a consumer that reads every second notes each of 500 late entries exactly once (seed %i)",
    async (seed) => {
      const upTo = { max: MINUTE };
      const { cold, store } = createScene(kind, {
        store: { seed, staleness: { list: upTo, get: upTo } },
      });
      const noted: Entry[] = [];
      const writing = (async () => {
        for (const n of numbers(0, 500)) {
          await cold().append(n);
          await store.clock.sleep(store.random() * 2 * SECOND);
          if (n % 100 === 50) await cold().compact();
        }
      })();

      const consumer = cold();
      const known = new Set<string>();
      for (let second = 0; second < 10 * 60; second++) {
        for (const entry of (await consumer.read()).entries) {
          if (!known.has(entry.id)) noted.push(entry);
          known.add(entry.id);
        }
        await store.clock.sleep(SECOND);
      }
      await writing;

      const values = noted.map(({ value }) => Number(value)).sort((one, other) => one - other);
      expect(values).toEqual(numbers(0, 500));
    },
  );

  /** Iterates, and does `meanwhile` behind the first entry and then every 50. */
  async function iterate(list: List, meanwhile: (entry: Entry) => Promise<unknown>) {
    const seen: Entry[] = [];
    for await (const entry of list) {
      if (seen.length % 50 === 0) await meanwhile(entry);
      seen.push(entry);
    }
    return seen.map(({ value }) => value);
  }

  async function pass({ cold, store }: Scene): Promise<void> {
    await cold().compact();
    await store.advance(GRACE_BETWEEN);
  }

  test.each([201, 1500])(
    "iterating over %i entries of one millisecond yields each once, while passes fold them",
    async (count) => {
      const scene = createScene(kind);
      const writer = scene.cold();
      await appendEach(writer, numbers(0, count));

      expect(await iterate(scene.cold(), () => pass(scene))).toEqual(numbers(0, count));
      expect(await iterate(scene.cold(), () => pass(scene))).toEqual(numbers(0, count));
    },
  );

  // https://github.com/electric-sql/electric/issues/1552
  test.each([1_000, 4_000_000])(
    "an iteration goes on when the entry it stands at is removed or folded (segments of %i bytes)",
    async (segmentBytes) => {
      const scene = createScene(kind, { store: { limits: { segmentBytes } } });
      const { cold, store } = scene;
      await appendEach(cold(), numbers(0, 300));
      await scene.passes(2);
      await store.advance(SECOND);
      await appendEach(cold(), numbers(300, 420));

      const seen = await iterate(cold(), async (entry) => {
        await cold().remove(entry);
        await pass(scene);
        await pass(scene);
      });

      expect(seen).toEqual(numbers(0, 420));
      expect((await cold().read()).values).toEqual(numbers(0, 420).filter((n) => n % 50 !== 0));
    },
  );

  test("an iteration under way ends, and repeats nothing, while others append and compact", async () => {
    const scene = createScene(kind, { store: { limits: { segmentBytes: 2_000 } } });
    const { cold, store } = scene;
    await appendEach(cold(), numbers(0, 400));
    await scene.passes(2);
    let next = 400;
    store.resetCounts();

    const seen = await iterate(cold(), async () => {
      await store.advance(SECOND);
      await appendEach(cold(), numbers(next, next + 20));
      next += 20;
      await pass(scene);
    });

    expect(seen.slice(0, 400)).toEqual(numbers(0, 400));
    expect(seen).toEqual(numbers(0, seen.length));
  });
});
