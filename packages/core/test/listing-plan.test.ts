import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ALPHABET } from "../src/clock.ts";
import type { ListEvent } from "../src/events.ts";
import { SHARDS } from "../src/key.ts";
import { listKeys } from "../src/listing.ts";
import { shouldFanOut } from "../src/listing-plan.ts";
import { memoryStore } from "../src/memory/index.ts";
import { resolveOptions } from "../src/settings.ts";
import { createStoreCalls } from "../src/store-calls.ts";
import { seededRandom } from "../src/testing/seeded-random.ts";

const BASE = "sl1/list/";
/**
 * A fan-out begins on the strength of what was seen; each shard that turns out empty is one call in
 * vain.
 */
const MAX_IN_VAIN = 18;

/** How many keys each shard has: as chance has it. */
function byChance(most: number): fc.Arbitrary<readonly number[]> {
  return fc.tuple(fc.nat(most), fc.nat()).map(([keys, seed]) => {
    const random = seededRandom(seed);
    const counts = SHARDS.split("").map(() => 0);
    for (let n = 0; n < keys; n++) {
      const shard = Math.floor(random() * 16);
      counts[shard] = (counts[shard] ?? 0) + 1;
    }
    return counts;
  });
}

const anyCounts = fc.array(fc.oneof(fc.constant(0), fc.nat(400)), { minLength: 16, maxLength: 16 });

function keysOf(group: string, counts: readonly number[]): string[] {
  return counts.flatMap((count, shard) =>
    Array.from({ length: count }, (_, n) => {
      const stamp = `-OhqqeV-${ALPHABET.charAt(Math.floor(n / 64))}${ALPHABET.charAt(n % 64)}`;
      return `${BASE}${group}/${SHARDS.charAt(shard)}/${stamp}${ALPHABET.charAt(shard)}${"a".repeat(11)}`;
    }),
  );
}

/** Lists these keys as the core does, and counts the calls. */
async function list(
  pageSize: number,
  tombstones: readonly number[],
  batches: readonly number[],
): Promise<{ readonly calls: number; readonly pages: number }> {
  const store = memoryStore({ limits: { pageSize } });
  const keys = [...keysOf("d", tombstones), ...keysOf("e", batches)];
  for (const key of keys) await store.put(key, 0);
  const events: ListEvent[] = [];
  const onEvent = (event: ListEvent) => void events.push(event);
  const settings = resolveOptions({ onEvent, concurrency: 6 }, store.limits);
  const calls = createStoreCalls(store, settings);
  const listing = await listKeys(calls, { name: "list", base: BASE, settings });
  const listed = [...listing.tombstones, ...listing.batches].map(({ key }) => key);
  expect(listed.sort()).toEqual(keys.sort());
  expect(listing).toMatchObject({ complete: true, unknown: [] });
  expect(events).toEqual([]);
  return { calls: calls.counts().list, pages: Math.max(1, Math.ceil(keys.length / pageSize)) };
}

describe("a listing finds every key once, and never costs more than twice its pages", () => {
  test("where shards fill as chance has it", async () => {
    await fc.assert(
      fc.asyncProperty(byChance(2_000), byChance(12_000), async (tombstones, batches) => {
        const { calls, pages } = await list(500, tombstones, batches);
        expect(calls).toBeLessThanOrEqual(2 * pages);
      }),
      { numRuns: 60 },
    );
  });

  test("where a pass has emptied the first shards", async () => {
    await fc.assert(
      fc.asyncProperty(byChance(12_000), fc.nat(15), async (batches, emptied) => {
        const left = batches.map((count, shard) => (shard < emptied ? 0 : count));
        const { calls, pages } = await list(500, [], left);
        expect(calls).toBeLessThanOrEqual(2 * pages);
      }),
      { numRuns: 60 },
    );
  });

  test("and wherever the keys are, at most 18 calls are in vain", async () => {
    await fc.assert(
      fc.asyncProperty(anyCounts, async (batches) => {
        const { calls, pages } = await list(50, [], batches);
        expect(calls).toBeLessThanOrEqual(pages + MAX_IN_VAIN);
      }),
      { numRuns: 100 },
    );
  });
});

describe("shards are listed in parallel", () => {
  const even = (perShard: number, shard: number) =>
    SHARDS.split("").map((_, index) => (index < shard ? perShard : 0));

  test("from ten pages on, not below", () => {
    const atPage = (keys: number) => {
      const shard = Math.min(15, Math.floor((16 * 1000) / keys));
      return shouldFanOut({ shard, counts: even(keys / 16, shard), pages: 1 }, 1000);
    };
    for (const keys of [1_001, 2_500, 8_000]) expect(atPage(keys)).toBe(false);
    for (const keys of [12_000, 14_400]) expect(atPage(keys)).toBe(true);
  });

  test("never on the strength of one page of one shard", () => {
    expect(shouldFanOut({ shard: 0, counts: [1000], pages: 1 }, 1000)).toBe(false);
    expect(shouldFanOut({ shard: 0, counts: [2000], pages: 2 }, 1000)).toBe(true);
  });

  test("never behind the last shard", () => {
    expect(shouldFanOut({ shard: 16, counts: even(9_000, 16), pages: 90 }, 1000)).toBe(false);
  });
});

describe("a listing goes on in parallel", () => {
  const fansOut = (shard: number, counts: readonly number[], pages = 9) =>
    shouldFanOut({ shard, counts, pages }, 1_000);

  test("only after a second page, while the first shard goes on", () => {
    expect(fansOut(0, [900], 1)).toBe(false);
    expect(fansOut(0, [900], 2)).toBe(true);
  });

  test("where the shards behind it say that more than eight pages are left", () => {
    expect(fansOut(1, [500, 900])).toBe(false);
    expect(fansOut(2, [0, 1_200, 10])).toBe(true);
    expect(fansOut(1, [600, 900])).toBe(true);
    expect(fansOut(1, [560, 900])).toBe(false);
    expect(
      fansOut(
        8,
        Array.from({ length: 8 }, () => 1_000),
      ),
    ).toBe(false);
  });

  test("where that costs no more than twice the calls", () => {
    expect(fansOut(1, [1_000, 0])).toBe(true);
    expect(fansOut(1, [1_000, 200])).toBe(false);
  });
});
