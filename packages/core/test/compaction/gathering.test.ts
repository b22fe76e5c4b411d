import { describe, expect, test } from "vitest";
import { type BuildContext, buildSegment } from "../../src/compaction/build.ts";
import { compactAll } from "../../src/compaction/compact-all.ts";
import { batchKey, parseKey, type SegmentName } from "../../src/key.ts";
import { encodeBatch } from "../../src/record/batch.ts";
import { decodeHead, encodeHead } from "../../src/record/head.ts";
import { decodeSegment, type Segment } from "../../src/record/segment.ts";
import {
  APART,
  appendEach,
  createLab,
  GRACE,
  GRACE_BETWEEN,
  type Lab,
  numbers,
  RETENTION,
} from "../support/lab.ts";
import { loadedBatch, loadedSegment, loadedTombstone } from "../support/loaded.ts";

const BASE = "sl1/guests/";

function nameOf(key: string): SegmentName {
  const parsed = parseKey(BASE, key);
  if (parsed.group !== "segment") throw new Error(key);
  return parsed.segment;
}

async function segmentOf(lab: Lab, key: string): Promise<Segment> {
  const decoded = decodeSegment(nameOf(key), (await lab.store.get(key)) ?? null);
  if (!decoded.ok) throw new Error(decoded.reason);
  return decoded.value;
}

async function newestSegment(lab: Lab): Promise<string> {
  return (await lab.keys("segment")).sort().at(-1) ?? "";
}

/** Segments of about this many bytes, none of them loose any more. */
async function inSegments(count: number, bytes: number): Promise<Lab> {
  const lab = createLab({ segmentBytes: bytes });
  await appendEach(
    lab,
    numbers(0, count).map((n) => `${n} `.padEnd(bytes - 150, ".")),
  );
  await lab.passes(3);
  return lab;
}

/** The segments that were got, one by one or in bulk. */
function opened(calls: readonly string[]): string[] {
  const refs = calls
    .filter((call) => call.startsWith("get"))
    .flatMap((call) => {
      const [, keys = ""] = call.split(" ");
      return keys.split(",");
    });
  return refs.filter((key) => key.startsWith("s/")).map((key) => BASE + key);
}

describe("a pass reads", () => {
  test("no segment that the head names as settled, where what is loose is newer", async () => {
    const lab = await inSegments(3, 400);
    await lab.list().append("new");
    const calls = await lab.callsOf(() => lab.list().compact());
    expect(calls.map((call) => call.split(".")[0]?.slice(0, 6))).toEqual([
      "list ",
      "get h",
      "put s/",
      "get h",
      "put h",
    ]);
  });

  test("a settled segment that may hold a loose record, which it then doesn't fold again", async () => {
    const lab = createLab();
    await appendEach(lab, numbers(0, 3));
    await lab.passes(1);
    const [, batch = ""] = await lab.keys("batch");
    const record = (await lab.store.get(batch)) ?? null;
    await lab.passes(1);
    expect(await lab.keys("batch")).toEqual([]);
    const [segment] = await lab.keys("segment");

    await lab.store.put(batch, record);
    const calls = await lab.callsOf(async () => {
      expect(await lab.list().compact()).toMatchObject({ absorbed: 0, written: 0, deleted: 1 });
    });
    expect(opened(calls)).toEqual([segment]);
    expect((await lab.list().read()).values).toEqual(numbers(0, 3));
  });

  test("as many segments at once as memory holds: the newest, and as many from a random one on", async () => {
    const lab = await inSegments(12, 400);
    const keys = (await lab.keys("segment")).sort().reverse();
    expect(nameOf(keys[0] ?? "").bytes).toBeGreaterThan(270);
    for (const { random, others } of [
      { random: 0, others: [2, 3] },
      { random: 0.3, others: [5, 6] },
      { random: 0.99, others: [11, 2] },
    ]) {
      await lab.store.delete(`${BASE}h`);
      const calls = await lab.callsOf(() => lab.list({ random: () => random }).compact());
      // Then the others, one at a time.
      expect(opened(calls).slice(0, 4).sort()).toEqual(
        [0, 1, ...others].map((n) => keys[n]).sort(),
      );
    }
  });

  test("a segment that is larger than memory holds of the others", async () => {
    const lab = createLab({ segmentBytes: 400 });
    await lab.list().append("x".repeat(3_000));
    await lab.list().compact();
    lab.pass(GRACE_BETWEEN);
    expect(await lab.list().compact()).toMatchObject({ deleted: 1, remaining: 0 });
  });

  test("no segment for a batch that is older than all it holds", async () => {
    const lab = await inSegments(3, 400);
    await lab.store.put(
      batchKey(BASE, `-----------${"a".repeat(11)}`),
      encodeBatch([{ value: "late" }]),
    );
    const calls = await lab.callsOf(() => lab.list().compact());
    expect(opened(calls)).toEqual([]);
    expect((await lab.list().read()).values[0]).toBe("late");
  });

  test("no batch that a segment which it doesn't read may hold", async () => {
    const lab = await inSegments(12, 400);
    const keys = await lab.keys("segment");
    const late = keys.map((key) => batchKey(BASE, nameOf(key).min));
    for (const key of late) await lab.store.put(key, encodeBatch([{ value: "again" }]));
    await lab.store.delete(`${BASE}h`);
    await lab.list().compact();
    const held = await Promise.all((await lab.keys("segment")).map((key) => segmentOf(lab, key)));
    const ids = held.flatMap(({ entries }) => entries.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("the head again where two segments are listed and it names neither", async () => {
    const lab = await inSegments(2, 400);
    const idle = await lab.callsOf(() => lab.list().compact());
    expect(idle).toEqual(["list ", "get h"]);
    await lab.store.delete(`${BASE}h`);
    const segments = await lab.keys("segment");
    const calls = await lab.callsOf(() => lab.list().compact());
    expect(opened(calls).sort()).toEqual(segments);
    expect(calls.at(-1)).toBe("put h");
    expect(await lab.callsOf(() => lab.list().compact())).toEqual(idle);
  });

  test("nothing more once a single call was all it had", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    expect(await lab.list().compact({ maxOperations: 1 })).toMatchObject({
      stopped: "operations",
      operations: { list: 1, get: 0 },
    });
  });

  test("loose records one by one or in bulk, as many as a quarter of its calls", async () => {
    const lab = createLab({ ...APART, bulkGetKeys: 4 });
    await appendEach(lab, numbers(0, 30));
    const bulk = await lab.list().compact({ maxOperations: 22 });
    expect(bulk.operations.getMany).toBe(5);
    expect(bulk.absorbed).toBe(20);

    const single = createLab({ ...APART, parallelCalls: 4 });
    await appendEach(single, numbers(0, 30));
    const { getMany: _, ...store } = single.store;
    const { reports } = await compactAll(store, {
      clock: single.clock,
      random: () => 0,
      names: ["guests"],
      maxOperations: 42,
    });
    // The oldest of them, in groups of four.
    expect(reports.get("guests")).toMatchObject({ absorbed: 10, written: 1 });
    const [key = ""] = await single.keys("segment");
    expect((await segmentOf(single, key)).entries.map(({ value }) => value)).toEqual(
      numbers(0, 10),
    );
  });

  test("loose records until they are more than memory holds", async () => {
    const lab = createLab({ ...APART, bulkGetKeys: 1, segmentBytes: 400, parallelCalls: 1 });
    await appendEach(
      lab,
      numbers(0, 20).map((n) => `${n} `.padEnd(350, ".")),
    );
    const report = await lab.list().compact();
    expect(report.absorbed).toBeLessThan(8);
    expect(report.absorbed).toBeGreaterThan(3);
    expect((await lab.list().read()).values).toHaveLength(20);
  });
});

describe("a pass that joins segments", () => {
  test("names them as replaced, and counts them among what remains", async () => {
    const lab = createLab();
    await appendEach(lab, [0]);
    await lab.list().compact();
    const first = nameOf(await newestSegment(lab));
    await appendEach(lab, numbers(1, 31));
    expect(await lab.list().compact()).toMatchObject({ absorbed: 31, written: 1, remaining: 32 });
    expect((await segmentOf(lab, await newestSegment(lab))).replaces).toEqual([first.id]);
    expect(await lab.list().compact()).toMatchObject({ written: 0, remaining: 32 });
    await lab.passes(1);
    expect(await lab.list().compact()).toMatchObject({ deleted: 32, remaining: 0 });
  });

  test("opens one that it had no other reason to read", async () => {
    const lab = createLab();
    await appendEach(lab, [0]);
    await lab.passes(2);
    const settled = await newestSegment(lab);
    await appendEach(lab, numbers(1, 31));
    const calls = await lab.callsOf(async () => {
      expect(await lab.list().compact()).toMatchObject({ absorbed: 31, written: 1 });
    });
    expect(opened(calls)).toEqual([settled]);
    expect((await segmentOf(lab, await newestSegment(lab))).entries).toHaveLength(31);
  });

  test("joins one with one loose record", async () => {
    const lab = createLab();
    await appendEach(lab, [0]);
    await lab.passes(2);
    await appendEach(lab, ["x".repeat(1_000)]);
    expect(await lab.list().compact()).toMatchObject({ absorbed: 2, written: 1 });
  });

  test("writes nothing where all that it would join is segments, and one can't be opened", async () => {
    const lab = createLab();
    for (const n of numbers(0, 4)) {
      await appendEach(lab, [n]);
      await lab.passes(1);
    }
    const segments = await lab.keys("segment");
    expect(segments).toHaveLength(4);
    lab.answer = async (operation, key, run) =>
      operation === "get" && key === segments[1] ? undefined : await run();
    expect(await lab.list().compact()).toMatchObject({ absorbed: 0, written: 0 });
    expect(await lab.keys("segment")).toEqual(segments);
    lab.answer = (_, __, run) => run();
    await lab.store.delete(`${BASE}h`);
    expect(await lab.list().compact()).toMatchObject({ absorbed: 4, written: 1 });
  });

  test("leaves out one that it can't open, and loses nothing", async () => {
    const lab = createLab();
    await appendEach(lab, [0]);
    await lab.passes(2);
    const hidden = await newestSegment(lab);
    await appendEach(lab, numbers(1, 31));
    lab.answer = async (operation, key, run) =>
      operation === "get" && key === hidden ? undefined : await run();
    expect(await lab.list().compact()).toMatchObject({ absorbed: 30, written: 1 });
    expect((await segmentOf(lab, await newestSegment(lab))).replaces).toEqual([]);
    lab.answer = (_, __, run) => run();
    expect((await lab.list().read()).values).toEqual(numbers(0, 31));
  });

  test("goes on naming what was replaced while it may still be listed somewhere", async () => {
    for (const { later, isListed, isNamed } of [
      { later: 0, isListed: false, isNamed: true },
      { later: GRACE_BETWEEN, isListed: false, isNamed: false },
      { later: GRACE_BETWEEN, isListed: true, isNamed: true },
    ]) {
      const lab = createLab();
      await appendEach(lab, [0]);
      await lab.list().compact();
      const first = await newestSegment(lab);
      await appendEach(lab, numbers(1, 31));
      await lab.list().compact();
      lab.pass(later);
      await appendEach(lab, numbers(31, 300));
      lab.answer = async (operation, _, run) => {
        const page = await run();
        if (operation !== "list") return page;
        const { records } = page as { records: { key: string }[] };
        return { records: records.filter(({ key }) => isListed || key !== first) };
      };
      await lab.list().compact();
      const { replaces } = await segmentOf(lab, await newestSegment(lab));
      expect(replaces.length).toBe(isNamed ? 2 : 1);
      expect(replaces.includes(nameOf(first).id)).toBe(isNamed);
    }
  });

  test("joins two that hold the same where chance says so, and else leaves them to another", async () => {
    for (const { random, segments } of [
      { random: 0.5, segments: 2 },
      { random: 0.49, segments: 3 },
    ]) {
      const lab = createLab();
      await appendEach(lab, numbers(0, 3));
      await Promise.all([lab.list().compact(), lab.list().compact()]);
      expect(await lab.keys("segment")).toHaveLength(2);
      await lab.list({ random: () => random }).compact();
      expect(await lab.keys("segment")).toHaveLength(segments);
      expect((await lab.list().read()).values).toEqual(numbers(0, 3));
    }
  });
});

describe("the head", () => {
  test("tells when a segment was read or written, not that it was listed", async () => {
    const lab = await inSegments(12, 400);
    await lab.store.delete(`${BASE}h`);
    const calls = await lab.callsOf(() => lab.list({ random: () => 0 }).compact());
    const head = decodeHead((await lab.store.get(`${BASE}h`)) ?? null);
    const seen = head.ok ? [...head.value.seen.keys()] : [];
    const read = opened(calls).map((key) => nameOf(key).id);
    expect(seen).toHaveLength(4);
    expect(seen.filter((id) => !read.includes(id))).toEqual([]);
  });

  test("is written anew where it names other segments than are listed", async () => {
    const lab = await inSegments(1, 400);
    const old = (await lab.store.get(`${BASE}h`)) ?? null;
    await lab.list().append("new");
    await lab.passes(2);
    expect(await lab.keys("segment")).toHaveLength(2);
    await lab.store.put(`${BASE}h`, old, { inline: false });
    const calls = await lab.callsOf(() => lab.list().compact());
    expect(calls.at(-1)).toBe("put h");
    expect(await lab.callsOf(() => lab.list().compact())).toEqual(["list ", "get h"]);
  });

  test("loses what a pass of a clock far ahead left in it, and keeps what one a little ahead did", async () => {
    for (const { ahead, isKept } of [
      { ahead: GRACE, isKept: false },
      { ahead: 60_000, isKept: true },
    ]) {
      const lab = createLab();
      await appendEach(lab, ["a"]);
      await lab.list().compact();
      const at = lab.clock.now() + ahead;
      const head = { current: { at, keys: ["other"] }, seen: new Map() };
      await lab.store.put(`${BASE}h`, encodeHead(head), { inline: false });
      await lab.list().compact();
      const after = decodeHead((await lab.store.get(`${BASE}h`)) ?? null);
      expect(after.ok && after.value.current?.keys).toEqual(
        isKept ? ["other"] : await lab.keys("segment"),
      );
    }
  });

  test("holds the record of the only segment up to half of what a record may hold", async () => {
    for (const { valueBytes, isHeld } of [
      { valueBytes: 2_400, isHeld: true },
      { valueBytes: 1_800, isHeld: false },
    ]) {
      const lab = createLab({ valueBytes, segmentBytes: 1_500 });
      await appendEach(lab, ["x".repeat(1_000 - 50)]);
      await lab.list().compact();
      const head = decodeHead((await lab.store.get(`${BASE}h`)) ?? null);
      expect(head.ok && head.value.current?.keys).toHaveLength(1);
      expect(head.ok && head.value.current?.body !== undefined).toBe(isHeld);
    }
  });

  test("keeps the sight of a segment that is listed, for longer than the retention", async () => {
    const lab = createLab();
    await appendEach(lab, numbers(0, 30));
    await lab.list().compact();
    const at = lab.clock.now();
    const { id } = nameOf(await newestSegment(lab));
    lab.pass(GRACE_BETWEEN);
    await lab.passes(1);
    lab.pass(2 * RETENTION);
    await appendEach(lab, ["new"]);
    await lab.list().compact();
    const head = decodeHead((await lab.store.get(`${BASE}h`)) ?? null);
    expect(head.ok && head.value.seen.get(id)).toBe(at);
  });
});

describe("what was removed", () => {
  test("is dated by the first of it in the name of the segment that remembers it", async () => {
    const lab = createLab();
    const ids = numbers(0, 61).map((n) => `-OhqqeV-${String(n).padStart(2, "0")}${"a".repeat(12)}`);
    await lab.list().remove(ids.slice(60));
    const first = lab.clock.now();
    await lab.list().compact();
    lab.pass(GRACE);
    await lab.list().remove(ids.slice(0, 60));
    expect(await lab.list().compact()).toMatchObject({ absorbed: 2, written: 1 });
    expect(nameOf(await newestSegment(lab)).removedAt).toBe(first);
  });

  test("leaves the segments that carry it, and then their memory of it", async () => {
    const lab = createLab();
    await appendEach(lab, ["secret", ...numbers(0, 60)]);
    await lab.passes(2);
    await lab.list().remove((await lab.list().read()).entries[0] ?? "");
    await lab.passes(2);
    const texts = async () =>
      JSON.stringify(
        await Promise.all((await lab.keys("segment")).map((key) => lab.store.get(key))),
      );
    expect(await texts()).toContain("secret");

    lab.pass(1.25 * RETENTION);
    await lab.passes(4);
    expect(await texts()).not.toContain("secret");
    const names = (await lab.keys("segment")).map(nameOf);
    expect(names.filter(({ removedAt }) => removedAt > 0)).toEqual([]);
    expect((await lab.list().read()).values).toEqual(numbers(0, 60));
  });
});

describe("a new segment", () => {
  const [a, b, c, d] = numbers(0, 4).map((n) => `-OhqqeV--${n}${"a".repeat(12)}`) as [
    string,
    string,
    string,
    string,
  ];
  const NOW = 1_000;
  const nothing = { batches: [], tombstones: [], segments: [] };
  const context: BuildContext = {
    now: NOW,
    removed: new Map(),
    forgotten: new Set(),
    listed: new Set(),
  };
  const entry = (id: string, more = {}) => ({ id, value: 1, appendedAt: 0, ...more });

  test("drops what has expired by now, and remembers that it held it", () => {
    const entries = [
      entry(a, { expiresAt: NOW - 1 }),
      entry(b, { expiresAt: NOW }),
      entry(c, { expiresAt: NOW + 1 }),
      entry(d),
    ];
    const segment = buildSegment({ ...nothing, batches: [loadedBatch(entries)] }, context);
    expect(segment.entries).toEqual(entries.slice(2));
    expect([...segment.removed]).toEqual([
      [a, NOW],
      [b, NOW],
    ]);
    expect([...segment.absorbed]).toEqual([a, b]);
  });

  test("drops what its own inputs remove, or what is known to be removed, with the time of that", () => {
    const batches = [loadedBatch([entry(a), entry(b), entry(c)])];
    const tombstones = [loadedTombstone(d, [a])];
    const removed = new Map([[b, 7]]);
    const segment = buildSegment({ ...nothing, batches, tombstones }, { ...context, removed });
    expect(segment.entries).toEqual([entry(c)]);
    expect(Object.fromEntries(segment.removed)).toEqual({ [a]: NOW, [b]: 7, [d]: NOW });
    expect([...segment.absorbed].sort()).toEqual([a, b, d].sort());
  });

  test("keeps apart which of its removed ids were records of its inputs, and the later time of each", () => {
    const holder = (id: string, time: number, absorbed: readonly string[]) =>
      loadedSegment(id, {
        entries: [],
        removed: new Map([
          [a, time],
          [b, time],
        ]),
        absorbed: new Set(absorbed),
        replaces: [],
      });
    const segments = [holder(c, 9, [a]), holder(d, 5, [])];
    const segment = buildSegment({ ...nothing, segments }, context);
    expect(Object.fromEntries(segment.removed)).toEqual({ [a]: 9, [b]: 9 });
    expect([...segment.absorbed]).toEqual([a]);
  });

  test("replaces its inputs, and of what they replace only what is listed still", () => {
    const segments = [
      loadedSegment(c, { entries: [], removed: new Map(), absorbed: new Set(), replaces: [a, b] }),
      loadedSegment(d, { entries: [], removed: new Map(), absorbed: new Set(), replaces: [c] }),
    ];
    const listed = new Set([b, c, d]);
    expect(buildSegment({ ...nothing, segments }, { ...context, listed }).replaces).toEqual([
      c,
      d,
      b,
    ]);
  });
});

describe("a run over many lists", () => {
  test("rejects where what fails in a pass is no error of a store", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    let calls = 0;
    const random = () => {
      if (calls++ > 0) throw new RangeError("mine");
      return 0;
    };
    await expect(compactAll(lab.store, { clock: lab.clock, random })).rejects.toThrow(RangeError);
  });

  test("knows what the store says of its errors", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    lab.answer = async (operation, _, run) => {
      if (operation === "put") throw new Error("no more today");
      return await run();
    };
    const store = { ...lab.store, classify: () => "quota" as const };
    const { errors } = await compactAll(store, { clock: lab.clock });
    expect(errors.get("guests")).toMatchObject({ code: "quota-exhausted" });
  });

  test("keeps on while a millisecond or a call is left", async () => {
    const lab = createLab();
    const names = ["a", "b", "c"];
    const { reports, skipped } = await compactAll(lab.store, {
      clock: lab.clock,
      names,
      maxOperations: 2,
      random: () => 0,
    });
    expect([...reports.keys()]).toEqual(["a", "b"]);
    expect(skipped).toBe(1);
    lab.answer = async (operation, _, run) => {
      if (operation === "list") lab.pass(GRACE);
      return await run();
    };
    const timed = await compactAll(lab.store, {
      clock: lab.clock,
      names,
      maxMs: GRACE,
      random: () => 0,
    });
    expect([...timed.reports.keys()]).toEqual(["a"]);
  });
});
