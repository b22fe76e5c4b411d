import { describe, expect, test } from "vitest";
import { addToStamp, encodeStamp } from "../src/clock.ts";
import type { Entry } from "../src/entry.ts";
import { batchKey, NO_ID, segmentKey, tombstoneKey } from "../src/key.ts";
import type { ListedLoose, ListedSegment, Listing } from "../src/listing-builder.ts";
import { type LoadedList, loadList } from "../src/load.ts";
import { encodeBatch } from "../src/record/batch.ts";
import { encodeSegment } from "../src/record/segment.ts";
import { encodeTombstone } from "../src/record/tombstone.ts";
import { createLab, GRACE, HOUR, type Lab, MINUTE, NOON, STALENESS } from "./support/lab.ts";

const BASE = "sl1/guests/";

/** The n-th id, made at `time`. */
function idOf(n: number, time = NOON): string {
  return encodeStamp(addToStamp({ time, counter: 0 }, n)) + "a".repeat(12);
}

function entryAt(n: number): Entry {
  return { id: idOf(n), value: n, appendedAt: NOON };
}

interface SegmentParts {
  readonly entries?: readonly number[];
  readonly removed?: readonly number[];
  readonly absorbed?: readonly number[];
  readonly replaces?: readonly string[];
}

/** Puts records and lists them, whether or not they are there. */
function createShelf(lab: Lab) {
  const tombstones: ListedLoose[] = [];
  const batches: ListedLoose[] = [];
  const segments: ListedSegment[] = [];
  const listed = (key: string) => ({ key, ref: key, record: undefined });
  return {
    async batch(n: number, state: "stored" | "gone" = "stored", time = NOON): Promise<string> {
      const id = idOf(n, time);
      const key = batchKey(BASE, id);
      if (state === "stored") await lab.store.put(key, encodeBatch([{ value: n }]));
      batches.push({ ...listed(key), id });
      return key;
    },
    async tombstone(n: number, ids: readonly number[], state: "stored" | "gone" = "stored") {
      const id = idOf(n);
      const key = tombstoneKey(BASE, id);
      if (state === "stored")
        await lab.store.put(key, encodeTombstone(ids.map((one) => idOf(one))));
      tombstones.push({ ...listed(key), id });
      return key;
    },
    async segment(id: string, parts: SegmentParts, state: "stored" | "gone" = "stored") {
      const { entries = [], removed = [], absorbed = [], replaces = [] } = parts;
      const gone = [...removed, ...absorbed];
      const name = {
        id,
        min: entries[0] === undefined ? NO_ID : idOf(entries[0]),
        max: idOf(entries.at(-1) ?? 0),
        count: entries.length,
        bytes: 1,
        removedAt: gone.length === 0 ? 0 : NOON,
      };
      const key = segmentKey(BASE, name);
      const body = encodeSegment({
        entries: entries.map(entryAt),
        removed: new Map(gone.map((n) => [idOf(n), NOON])),
        absorbed: new Set(absorbed.map((n) => idOf(n))),
        replaces,
      }).record;
      if (state === "stored") await lab.store.put(key, body, { inline: false });
      segments.push({ ...listed(key), name });
      return key;
    },
    async load(
      held?: "skip-held" | "load-held",
      startedAt = lab.clock.now(),
    ): Promise<LoadedList & { readonly opened: readonly string[] }> {
      const listing: Listing = {
        tombstones,
        batches,
        segments,
        unknown: [],
        startedAt,
        finishedAt: startedAt,
        pages: 1,
        complete: true,
      };
      let loaded: LoadedList | undefined;
      const calls = await lab.callsOf(async () => {
        loaded = await loadList(lab.storeCalls(), lab.context().settings, listing, held);
      });
      const opened = calls.map((call) => BASE + call.slice("get ".length));
      return { ...(loaded as LoadedList), opened };
    },
  };
}

function stage() {
  const lab = createLab({ bulkGetKeys: 1 });
  return { lab, shelf: createShelf(lab) };
}

describe("loading a listing", () => {
  test("gives every record with its key and its id", async () => {
    const { lab, shelf } = stage();
    const batch = await shelf.batch(1);
    const tombstone = await shelf.tombstone(2, [7, 8]);
    const segment = await shelf.segment(idOf(3), { entries: [0] });
    lab.pass(HOUR);
    expect(await shelf.load()).toMatchObject({
      batches: [{ key: batch, ref: batch, id: idOf(1), entries: [entryAt(1)] }],
      tombstones: [{ key: tombstone, ref: tombstone, id: idOf(2), ids: [idOf(7), idOf(8)] }],
      segments: [{ key: segment, name: { id: idOf(3) }, segment: { entries: [entryAt(0)] } }],
      gone: [],
      tooYoung: [],
      corrupt: new Map(),
    });
  });

  test("opens the newest segment first, and none that it replaces, unless that holds removed ids", async () => {
    const { shelf } = stage();
    const old = await shelf.segment(idOf(10), { entries: [0] });
    const remover = await shelf.segment(idOf(11), { entries: [1], removed: [7] });
    const newest = await shelf.segment(idOf(13), {
      entries: [0, 1],
      replaces: [idOf(10), idOf(11)],
    });
    const other = await shelf.segment(idOf(12), { entries: [2] });
    expect((await shelf.load()).opened).toEqual([newest, other, remover]);
    expect((await shelf.load("load-held")).opened).toEqual([newest, other, remover, old]);
  });

  test("opens no loose record that a segment holds, unless it is to be compared", async () => {
    const { shelf } = stage();
    const [held, dropped, loose] = [
      await shelf.batch(1),
      await shelf.batch(2),
      await shelf.batch(3),
    ];
    const tombstone = await shelf.tombstone(4, [2]);
    const segment = await shelf.segment(idOf(9), { entries: [1], absorbed: [2, 4] });
    expect((await shelf.load()).opened).toEqual([segment, loose]);
    const all = await shelf.load("load-held");
    expect(all.opened).toEqual([segment, tombstone, held, dropped, loose]);
    expect(all.batches).toHaveLength(3);
  });

  test("names what has no known shape, of every kind, with why", async () => {
    const { lab, shelf } = stage();
    const keys = [
      await shelf.segment(idOf(9), { entries: [5] }, "gone"),
      await shelf.tombstone(4, [2], "gone"),
      await shelf.batch(1, "gone"),
    ];
    for (const key of keys) await lab.store.put(key, 7);
    const { corrupt, gone } = await shelf.load();
    expect([...corrupt]).toEqual([
      [keys[0], "not a segment record"],
      [keys[1], "not a tombstone record"],
      [keys[2], "not a batch record"],
    ]);
    expect(gone).toEqual([]);
  });
});

describe("a listed key that is gone", () => {
  test("is innocent where a segment holds or replaces it", async () => {
    const { lab, shelf } = stage();
    await shelf.batch(1, "gone");
    await shelf.batch(2, "gone");
    await shelf.tombstone(3, [2], "gone");
    await shelf.segment(idOf(8), { entries: [1] }, "gone");
    await shelf.segment(idOf(9), { entries: [1], absorbed: [2, 3], replaces: [idOf(8)] });
    lab.pass(HOUR);
    expect(await shelf.load("load-held")).toMatchObject({ gone: [], tooYoung: [] });
  });

  test("is missed otherwise, of every kind", async () => {
    const { lab, shelf } = stage();
    const batch = await shelf.batch(1, "gone");
    const tombstone = await shelf.tombstone(3, [2], "gone");
    const segment = await shelf.segment(idOf(8), { entries: [0] }, "gone");
    await shelf.segment(idOf(9), { entries: [5] });
    lab.pass(HOUR);
    expect(await shelf.load()).toMatchObject({ gone: [segment, tombstone, batch], tooYoung: [] });
  });

  test("is too young to be promised until the staleness window is over, a segment for half the grace period", async () => {
    const { lab, shelf } = stage();
    const batch = await shelf.batch(0, "gone");
    const segment = await shelf.segment(idOf(0), { entries: [0] }, "gone");
    lab.pass(STALENESS - 1);
    expect(await shelf.load()).toMatchObject({ gone: [], tooYoung: [segment, batch] });
    lab.pass(1);
    expect(await shelf.load()).toMatchObject({ gone: [batch], tooYoung: [segment] });
    lab.pass(GRACE / 2 - STALENESS - 1);
    expect(await shelf.load()).toMatchObject({ gone: [batch], tooYoung: [segment] });
    lab.pass(1);
    expect(await shelf.load()).toMatchObject({ gone: [segment, batch], tooYoung: [] });
  });

  test("is not too young where its id is dated further ahead than a clock may be", async () => {
    const { shelf } = stage();
    const near = await shelf.batch(0, "gone", NOON + 10 * MINUTE);
    const far = await shelf.batch(1, "gone", NOON + 10 * MINUTE + 1);
    expect(await shelf.load()).toMatchObject({ gone: [far], tooYoung: [near] });
  });

  test("is missed by a read that took longer than the grace period where it held removed ids", async () => {
    const { lab, shelf } = stage();
    const remover = await shelf.segment(idOf(7), { entries: [0], removed: [5] }, "gone");
    await shelf.segment(idOf(8), { entries: [1] }, "gone");
    await shelf.segment(idOf(9), { entries: [0, 1], replaces: [idOf(7), idOf(8)] });
    lab.pass(HOUR);
    const onTime = lab.clock.now() - GRACE;
    expect(await shelf.load("skip-held", onTime)).toMatchObject({ gone: [], tooYoung: [] });
    expect(await shelf.load("skip-held", onTime - 1)).toMatchObject({
      gone: [remover],
      tooYoung: [],
    });
  });

  test("is looked for in the segments that were passed over, before it is missed", async () => {
    const { lab, shelf } = stage();
    await shelf.batch(1, "gone");
    await shelf.segment(idOf(8), { entries: [0] }, "gone");
    const passedOver = await shelf.segment(idOf(9), { entries: [1], replaces: [idOf(8)] });
    const newest = await shelf.segment(idOf(10), { entries: [5], replaces: [idOf(9)] });
    lab.pass(HOUR);
    const loaded = await shelf.load();
    expect(loaded).toMatchObject({ gone: [], tooYoung: [] });
    expect(loaded.segments.map(({ key }) => key)).toEqual([newest, passedOver]);
    expect(loaded.opened.filter((key) => key === passedOver)).toHaveLength(1);
  });
});
