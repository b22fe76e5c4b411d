import { describe, expect, test } from "vitest";
import { ALPHABET } from "../src/clock.ts";
import { batchKey, SHARDS, tombstoneKey } from "../src/key.ts";
import type { ListContext } from "../src/list-context.ts";
import { createContexts } from "../src/list-context.ts";
import { createListStore } from "../src/list-store.ts";
import { isTooSlow, listKeys } from "../src/listing.ts";
import type { Listing } from "../src/listing-builder.ts";
import type { ListPage } from "../src/record-store.ts";
import { resolveOptions } from "../src/settings.ts";
import { createStoreCalls } from "../src/store-calls.ts";
import { seededRandom } from "../src/testing/seeded-random.ts";
import { type SimulatedStore, simulatedStore } from "../src/testing/simulated-store.ts";
import { appendEach, createLab, type Lab, numbers, SECOND } from "./support/lab.ts";

const BASE = "sl1/guests/";

/** The id of the n-th key of a shard. */
function idIn(shard: number, n: number): string {
  const stamp = `-OhqqeV-${ALPHABET.charAt(Math.floor(n / 64))}${ALPHABET.charAt(n % 64)}`;
  return `${stamp}${ALPHABET.charAt(shard)}${"a".repeat(11)}`;
}

async function putBatches(lab: Lab, shards: readonly number[], each: number): Promise<string[]> {
  const keys = shards.flatMap((shard) =>
    numbers(0, each).map((n) => batchKey(BASE, idIn(shard, n))),
  );
  for (const key of keys) await lab.store.put(key, { batch: 1, values: [1] });
  return keys.sort();
}

async function listAll(lab: Lab, mayGoOn?: () => boolean): Promise<Listing> {
  return await listKeys(lab.storeCalls(), {
    ...lab.context(),
    ...(mayGoOn === undefined ? {} : { mayGoOn }),
  });
}

/** The context of a handle over `store`. */
function contextOf(store: SimulatedStore): ListContext {
  const { clock, random } = store;
  const settings = resolveOptions({ clock, random }, store.limits);
  return createContexts(store, settings)("guests");
}

function keysOf({ tombstones, batches, segments }: Listing): string[] {
  return [...tombstones, ...batches, ...segments].map(({ key }) => key).sort();
}

describe("a listing", () => {
  test("says when it began and when it ended", async () => {
    const lab = createLab();
    const startedAt = lab.clock.now();
    lab.answer = (_, __, run) => {
      lab.pass(SECOND);
      return run();
    };
    expect(await listAll(lab)).toMatchObject({ startedAt, finishedAt: startedAt + SECOND });
  });

  test("sorts keys by what they are, and shows a key once that a page holds twice", async () => {
    const lab = createLab();
    await appendEach(lab, ["a", "b"]);
    await lab.list().compact();
    await lab.list().remove((await lab.list().read()).entries[0] ?? "");
    await lab.store.put(`${BASE}notes`, 1);
    lab.answer = async (operation, _, run) => {
      const page = await run();
      if (operation !== "list") return page;
      const { records } = page as ListPage;
      return { records: [...records, ...records] };
    };
    const listing = await listAll(lab);
    expect(listing.batches).toHaveLength(2);
    expect(listing.tombstones).toHaveLength(1);
    expect(listing.segments).toHaveLength(1);
    expect(listing.unknown).toEqual([`${BASE}notes`]);
    expect(listing.complete).toBe(true);
  });

  test("ends with an absent, null or blank cursor", async () => {
    for (const cursor of [undefined, null, ""]) {
      const lab = createLab();
      await appendEach(lab, ["a"]);
      lab.answer = async (operation, _, run) => {
        const page = await run();
        return operation === "list" ? { ...(page as ListPage), cursor } : page;
      };
      expect((await listAll(lab)).complete).toBe(true);
      expect(lab.calls.filter((call) => call.startsWith("list"))).toHaveLength(1);
    }
  });

  test("goes on over empty pages, and rejects where a cursor comes twice", async () => {
    const lab = createLab();
    const cursors = ["1", "2", "3", "1"];
    lab.answer = async (operation, _, run) =>
      operation === "list" ? { records: [], cursor: cursors.shift() } : await run();
    await expect(listAll(lab)).rejects.toMatchObject({ code: "store-failed" });
    expect(cursors).toEqual([]);
  });

  test("misses no key, whichever pages are empty and in whatever order those of the shards come", async () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = seededRandom(seed);
      const store = simulatedStore({
        seed,
        limits: { pageSize: 1 + Math.floor(random() * 3) },
        latencyMs: { min: 0, max: 40 },
        weather: { emptyPages: 0.4, shortPages: 0.3 },
      });
      const list = createListStore(store, { clock: store.clock, random }).list("guests");
      const entries = await list.appendAll(numbers(0, 20));
      for (let n = 0; n < 30 * random(); n++) await list.append(n);
      for (let n = 0; n < 30 * random(); n++) await list.remove(entries[n % 20] ?? "");

      const context = contextOf(store);
      const listing = await listKeys(createStoreCalls(store, context.settings), context);

      expect([seed, keysOf(listing)]).toEqual([seed, store.contents.keys()]);
    }
  });

  test("starts over group by group where the keys came out of order, and says so", async () => {
    const lab = createLab({ pageSize: 2 });
    const keys = [
      ...(await putBatches(lab, [0, 1], 2)),
      tombstoneKey(BASE, idIn(0, 0)),
      tombstoneKey(BASE, idIn(5, 0)),
    ];
    for (const key of keys.slice(4)) await lab.store.put(key, { tombstone: 1, ids: "" });
    let pages = 0;
    lab.answer = async (operation, key, run) => {
      if (operation !== "list" || key !== BASE) return await run();
      pages++;
      // The second page holds what should have stood before the first.
      return pages === 1
        ? { records: [{ key: keys[0], ref: keys[0] }], cursor: "next" }
        : { records: [{ key: keys[4], ref: keys[4] }], cursor: "more" };
    };
    const listing = await listAll(lab);
    expect(pages).toBe(2);
    expect(keysOf(listing)).toEqual([...keys].sort());
    expect(listing.complete).toBe(true);
    expect(lab.events).toEqual([
      { type: "restart", list: "guests", attempt: 1, reason: "listing-out-of-order", keys: [] },
    ]);
  });

  test("ends incomplete where it may not go on, but with all segments", async () => {
    const lab = createLab({ pageSize: 3 });
    await appendEach(lab, numbers(0, 3));
    await lab.list().compact();
    await putBatches(lab, [1, 2, 3], 3);
    const segments = await lab.keys("segment");
    for (const most of [0, 1, 2]) {
      let pages = 0;
      const listing = await listAll(lab, () => pages++ < most);
      expect(listing.complete).toBe(false);
      expect(listing.batches).toHaveLength(3 * most);
      expect(listing.segments.map(({ key }) => key)).toEqual(segments);
    }
    expect(await listAll(lab, () => true)).toMatchObject({ complete: true });
  });
});

describe("a listing is too slow to be used", () => {
  const settings = { passMs: 100, graceMs: 50, stalenessMs: 20 };
  const taking = (ms: number, pages: number) =>
    isTooSlow(
      {
        tombstones: [],
        batches: [],
        segments: [],
        unknown: [],
        startedAt: 1_000,
        finishedAt: 1_000 + ms,
        pages,
        complete: true,
      },
      settings,
    );

  test("behind `passMs`", () => {
    expect([taking(100, 1), taking(101, 1)]).toEqual([false, true]);
  });

  test("of several pages, behind the grace period less the staleness window", () => {
    expect([taking(30, 2), taking(31, 2), taking(31, 1)]).toEqual([false, true, false]);
  });
});

test("a page in any order is a whole listing", async () => {
  const lab = createLab();
  await appendEach(lab, numbers(0, 20));
  lab.answer = async (operation, _, run) => {
    const page = await run();
    return operation === "list" ? { records: [...(page as ListPage).records].reverse() } : page;
  };
  expect((await listAll(lab)).batches).toHaveLength(20);
  expect(lab.calls.filter((call) => call.startsWith("list"))).toHaveLength(1);
  expect(lab.events).toEqual([]);
});

describe("a long listing", () => {
  test("goes on shard by shard in parallel, tombstones before batches before segments", async () => {
    const lab = createLab({ pageSize: 20, parallelCalls: 4 });
    await appendEach(lab, numbers(0, 3));
    await lab.list().compact();
    const all = numbers(0, 16);
    const batches = await putBatches(lab, all, 40);
    const tombstones = all.flatMap((shard) =>
      numbers(0, 40).map((n) => tombstoneKey(BASE, idIn(shard, n + 100))),
    );
    for (const key of tombstones) await lab.store.put(key, { tombstone: 1, ids: "" });
    let open = 0;
    let most = 0;
    lab.answer = async (_, __, run) => {
      most = Math.max(most, ++open);
      await undefined;
      const result = await run();
      open--;
      return result;
    };
    const before = lab.calls.length;
    const listing = await listAll(lab);

    expect(listing.complete).toBe(true);
    expect(listing.tombstones.map(({ key }) => key).sort()).toEqual(tombstones.sort());
    expect(new Set(listing.batches.map(({ key }) => key)).size).toBe(batches.length + 3);
    expect(listing.segments).toHaveLength(1);
    expect(most).toBe(4);
    const prefixes = lab.calls.slice(before).map((call) => call.replace(`list ${BASE}`, ""));
    const groups = prefixes.map((prefix) => prefix.charAt(0)).join("");
    expect(groups.replace(/(.)\1*/g, "$1")).toBe("des");
    expect(prefixes.filter((prefix) => prefix.startsWith("e/")).length).toBeGreaterThan(0);
    expect(prefixes.at(-1)).toBe("s/");
  });

  test("is incomplete where one of its shards is", async () => {
    const lab = createLab({ pageSize: 20, parallelCalls: 1 });
    await putBatches(lab, numbers(0, 16), 40);
    const whole = await listAll(lab);
    expect(whole.complete).toBe(true);
    const pages = lab.calls.filter((call) => call.startsWith("list")).length;
    expect(lab.calls.some((call) => call.startsWith(`list ${BASE}e/${SHARDS.at(-1)}`))).toBe(true);
    for (const most of [pages - 2, pages - 5]) {
      let asked = 0;
      const listing = await listAll(lab, () => asked++ < most);
      expect(listing.complete).toBe(false);
      expect(listing.batches.length).toBeLessThan(640);
      expect(listing.batches.length).toBeGreaterThan(200);
    }
  });
});
