import { describe, expect, test } from "vitest";
import { addToStamp, encodeStamp } from "../src/clock.ts";
import { iterateWindows } from "../src/iterate.ts";
import { batchKey, segmentKey } from "../src/key.ts";
import { encodeBatch } from "../src/record/batch.ts";
import { encodeSegment } from "../src/record/segment.ts";
import {
  APART,
  appendEach,
  createLab,
  GRACE,
  GRACE_BETWEEN,
  type Lab,
  NOON,
  numbers,
  PASS,
  SECOND,
} from "./support/lab.ts";

async function valuesOf(lab: Lab): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const { value } of lab.list()) values.push(value);
  return values;
}

/** A list in segments with `each` entries or so, nothing loose. */
async function inSegments(count: number, each: number): Promise<Lab> {
  const lab = createLab({ segmentBytes: 60 * each });
  for (let n = 0; n < count; n++) {
    await lab.list().appendAll(numbers(n * each, (n + 1) * each));
    lab.pass(SECOND);
    await lab.list().compact();
    lab.pass(GRACE_BETWEEN);
  }
  await lab.passes(3);
  return lab;
}

describe("iterating", () => {
  test("yields more than a window of loose entries and of segments, in order", async () => {
    const lab = createLab({ segmentBytes: 60_000 });
    for (const start of [0, 1_500, 3_000]) {
      await lab.list().appendAll(numbers(start, start + 1_500));
      if (start < 3_000) await lab.list().compact();
      lab.pass(SECOND);
    }
    expect(await valuesOf(lab)).toEqual(numbers(0, 4_500));
    await lab.passes(2);
    expect(await valuesOf(lab)).toEqual(numbers(0, 4_500));
  });

  test("merges what overlaps: loose entries among those of segments, and segments with each other", async () => {
    const lab = createLab();
    await appendEach(lab, numbers(0, 10));
    const batches = await lab.keys("batch");
    const hidden = new Set(batches.filter((_, index) => index % 3 === 0));
    lab.answer = async (operation, _, run) => {
      const page = await run();
      if (operation !== "list") return page;
      const { records } = page as { records: { key: string }[] };
      return { records: records.filter(({ key }) => !hidden.has(key)) };
    };
    await lab.list().compact();
    lab.answer = (_, __, run) => run();
    expect(await valuesOf(lab)).toEqual(numbers(0, 10));
    lab.pass(SECOND);
    await lab.list().compact();
    await lab.list().append(10);
    expect(await valuesOf(lab)).toEqual(numbers(0, 11));
  });

  test("opens a segment when it reaches it, and none before", async () => {
    const lab = await inSegments(6, 20);
    const segments = await lab.keys("segment");
    expect(segments.length).toBeGreaterThan(3);
    const opened: number[] = [];
    const before = lab.calls.length;
    for await (const { value } of lab.list<number>()) {
      if (value % 20 !== 0) continue;
      opened.push(lab.calls.slice(before).filter((call) => call.startsWith("get")).length);
    }
    expect(opened[0]).toBe(1);
    expect(opened[1]).toBeLessThan(segments.length);
    expect(opened.at(-1)).toBeLessThanOrEqual(segments.length);
    const calls = await lab.callsOf(() => valuesOf(lab));
    expect(calls.filter((call) => call.startsWith("get"))).toHaveLength(segments.length);
    expect(calls.filter((call) => call.startsWith("list"))).toHaveLength(1);
  });

  test("opens no segment that one it has opened replaces, and none without entries", async () => {
    const lab = createLab();
    await appendEach(lab, [0]);
    await lab.list().compact();
    await appendEach(lab, numbers(1, 10));
    await lab.list().compact();
    const segments = await lab.keys("segment");
    expect(segments).toHaveLength(2);
    const calls = await lab.callsOf(async () => {
      expect(await valuesOf(lab)).toEqual(numbers(0, 10));
    });
    const opened = calls.filter((call) => call.startsWith("get"));
    expect(opened.length).toBeLessThanOrEqual(2);

    const emptied = createLab();
    await emptied.list().remove(await emptied.list().append("a"));
    await emptied.passes(2);
    const empty = await emptied.callsOf(async () => expect(await valuesOf(emptied)).toEqual([]));
    expect(empty.filter((call) => call.startsWith("get"))).toHaveLength(1);
  });

  test("goes on behind its last entry where a segment is gone meanwhile", async () => {
    const lab = await inSegments(5, 20);
    const before = await lab.keys("segment");
    const seen: number[] = [];
    let listings = 0;
    lab.answer = async (operation, key, run) => {
      if (operation === "list") listings++;
      return operation === "get" && key === before[2] && listings === 1 ? undefined : await run();
    };
    for await (const { value } of lab.list<number>()) seen.push(value);
    expect(seen).toEqual(numbers(0, 100));
    expect(listings).toBe(2);
  });

  test("repeats nothing where it goes on, of what is loose either", async () => {
    const lab = await inSegments(5, 20);
    const segments = await lab.keys("segment");
    const entries = (await lab.list<number>().read()).entries;
    const late = [3, 50, 97].map((n) => `${entries[n]?.id.slice(0, 10)}${"z".repeat(12)}`);
    for (const id of late)
      await lab.store.put(batchKey("sl1/guests/", id), encodeBatch([{ value: id }]));
    const expected = (await lab.list().read()).values;
    expect(expected).toHaveLength(103);

    for (const times of [1, 2]) {
      let left = times;
      lab.answer = async (operation, key, run) =>
        operation === "get" && key === segments[2] && left-- > 0 ? undefined : await run();
      expect(await valuesOf(lab)).toEqual(expected);
      expect(left).toBeLessThan(1);
    }
  });

  test("hands out a window of a thousand entries of each run, however many overlap", async () => {
    const lab = createLab();
    const ids = numbers(0, 6_000).map(
      (n) => encodeStamp(addToStamp({ time: NOON, counter: 0 }, n)) + "a".repeat(12),
    );
    const even = ids.filter((_, index) => index % 2 === 0);
    const entries = even.map((id) => ({ id, value: 0, appendedAt: NOON }));
    const body = encodeSegment({
      entries,
      removed: new Map(),
      absorbed: new Set(),
      replaces: [],
    }).record;
    const key = segmentKey("sl1/guests/", {
      id: even[0] ?? "",
      min: even[0] ?? "",
      max: even.at(-1) ?? "",
      count: even.length,
      bytes: 1,
      removedAt: 0,
    });
    await lab.store.put(key, body, { inline: false });
    for (const id of ids.filter((_, index) => index % 2 === 1))
      await lab.store.put(batchKey("sl1/guests/", id), encodeBatch([{ value: 1 }]));

    const windows: string[][] = [];
    for await (const window of iterateWindows(lab.context(), lab.storeCalls(), (state) => state))
      windows.push(window.entries.map(({ id }) => id));
    expect(windows.flat()).toEqual(ids);
    expect(windows.length).toBeGreaterThanOrEqual(3);
    expect(windows.length).toBeLessThanOrEqual(8);
    for (const window of windows) expect(window.length).toBeLessThanOrEqual(2_000);
  });

  test("goes on over a pass that rewrites what it has not reached yet", async () => {
    const lab = await inSegments(5, 20);
    const seen: number[] = [];
    for await (const { value } of lab.list<number>()) {
      seen.push(value);
      if (value !== 5) continue;
      const { entries } = await lab.list<number>().read();
      await lab.list().remove(entries.filter((entry) => entry.value >= 90));
      await appendEach(lab, [200]);
      await lab.passes(4);
    }
    expect(seen.filter((value) => value < 90)).toEqual(numbers(0, 90));
    expect([...new Set(seen)]).toEqual(seen);
    expect([...seen].sort((one, other) => one - other)).toEqual(seen);
  });

  test("reads the rest as a whole where a segment stays gone", async () => {
    const lab = await inSegments(4, 20);
    const [, , gone] = await lab.keys("segment");
    lab.answer = async (operation, key, run) =>
      operation === "get" && key === gone ? undefined : await run();
    const seen: number[] = [];
    const iterating = (async () => {
      for await (const { value } of lab.list<number>()) seen.push(value);
    })();
    await expect(iterating).rejects.toMatchObject({ code: "read-incomplete", keys: [gone] });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).toEqual(numbers(0, seen.length));
  });

  test("reads the whole where a record is gone, unreadable, or was listed too slowly", async () => {
    for (const trouble of ["gone", "slow"] as const) {
      const lab = createLab(APART);
      await appendEach(lab, numbers(0, 4));
      await lab.list().compact();
      await appendEach(lab, numbers(4, 6));
      lab.pass(GRACE);
      const key = (await lab.keys("batch")).at(-1);
      let times = 1;
      lab.answer = async (operation, asked, run) => {
        if (trouble === "slow" && operation === "list" && times-- > 0) lab.pass(PASS + 1);
        return trouble === "gone" && operation === "get" && asked === key && times-- > 0
          ? undefined
          : await run();
      };
      expect(await valuesOf(lab)).toEqual(numbers(0, 6));
      expect(lab.calls.filter((call) => call.startsWith("list")).length).toBeGreaterThan(2);
    }
    const lab = createLab();
    await appendEach(lab, [1]);
    const [key = ""] = await lab.keys("batch");
    await lab.store.put(key, { nothing: "known" });
    await expect(valuesOf(lab)).rejects.toMatchObject({ code: "record-corrupt" });
  });

  test("hides what is removed, wherever that is said", async () => {
    const lab = await inSegments(3, 20);
    const { entries } = await lab.list<number>().read();
    await lab.list().remove(entries.filter(({ value }) => value % 2 === 0));
    const odd = numbers(0, 60).filter((value) => value % 2 === 1);
    expect(await valuesOf(lab)).toEqual(odd);
    await lab.passes(3);
    expect(await valuesOf(lab)).toEqual(odd);
  });

  test("shows a handle what it has just written, though no listing does yet", async () => {
    const lab = createLab();
    await appendEach(lab, ["old"]);
    const stale = await lab.store.list("sl1/guests/");
    const list = lab.list();
    const removed = (await list.read()).entries;
    await list.append("new");
    await list.remove(removed);
    lab.answer = async (operation, _, run) => (operation === "list" ? stale : await run());
    const values: unknown[] = [];
    for await (const { value } of list) values.push(value);
    expect(values).toEqual(["new"]);
  });
});
