import { describe, expect, test } from "vitest";
import type { CompactionReport, CompactOptions } from "../../src/compaction/report.ts";
import { ListError } from "../../src/errors.ts";
import { NO_ID, parseKey, type SegmentName } from "../../src/key.ts";
import { decodeHead, type Head } from "../../src/record/head.ts";
import { utf8Bytes } from "../../src/value.ts";
import {
  APART,
  appendEach,
  createLab,
  GRACE,
  GRACE_BETWEEN,
  HOUR,
  type Lab,
  MINUTE,
  numbers,
  PASS,
  RETENTION,
} from "../support/lab.ts";

const BASE = "sl1/guests/";
const NOTHING = { put: 0, get: 0, getMany: 0, delete: 0, list: 0 };

function phases({ events }: Lab): readonly string[] {
  return events.filter((event) => event.type === "compaction").map(({ phase }) => phase);
}

async function headOf(lab: Lab): Promise<Head> {
  const record = await lab.store.get(`${BASE}h`);
  const decoded = decodeHead(record ?? null);
  if (!decoded.ok) throw new Error(decoded.reason);
  return decoded.value;
}

async function segmentNames(lab: Lab): Promise<readonly SegmentName[]> {
  return (await lab.keys("segment")).flatMap((key) => {
    const parsed = parseKey(BASE, key);
    return parsed.group === "segment" ? [parsed.segment] : [];
  });
}

async function compact(lab: Lab, options: CompactOptions = {}): Promise<CompactionReport> {
  return await lab.list().compact(options);
}

describe("a pass reports what it did", () => {
  test("on batches, on nothing, and on what it may delete at last", async () => {
    const lab = createLab();
    await appendEach(lab, numbers(0, 10));

    const first = await compact(lab);
    const [name] = await segmentNames(lab);
    expect(first).toEqual({
      absorbed: 10,
      written: 1,
      deleted: 0,
      remaining: 10,
      bytes: name?.bytes,
      retries: 0,
      operations: { ...NOTHING, list: 1, get: 2, put: 2 },
    });
    lab.pass(GRACE_BETWEEN);

    expect(await compact(lab)).toEqual({
      absorbed: 0,
      written: 0,
      deleted: 10,
      remaining: 0,
      bytes: 0,
      retries: 0,
      operations: { ...NOTHING, list: 1, get: 2, delete: 10 },
    });
    expect(await lab.keys("batch")).toEqual([]);

    expect(await compact(lab)).toEqual({
      absorbed: 0,
      written: 0,
      deleted: 0,
      remaining: 0,
      bytes: 0,
      retries: 0,
      operations: { ...NOTHING, list: 1 },
    });
  });

  test("on an empty list: one call", async () => {
    const lab = createLab();
    expect((await compact(lab)).operations).toEqual({ ...NOTHING, list: 1 });
    expect(phases(lab)).toEqual(["list", "done"]);
  });

  test("on segments, which it counts among what it absorbed and what remains", async () => {
    const lab = createLab();
    await appendEach(lab, numbers(0, 5));
    await compact(lab);
    await appendEach(lab, numbers(5, 9));
    await lab.list().remove((await lab.list().read()).entries.slice(0, 2));
    // Four batches and a tombstone; the first segment is as small as they are, and joins them later.
    const report = await compact(lab);
    expect(report.absorbed).toBe(report.written === 1 ? 5 : 6);
    expect(report.remaining).toBe(10);
    expect((await lab.list().read()).values).toEqual(numbers(2, 9));
  });

  test("phase by phase, with the store calls made until then", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    await compact(lab);

    expect(lab.events).toEqual(
      [
        ["list", 0],
        ["load", 2],
        ["collect", 2],
        ["fold", 2],
        ["head", 3],
        ["done", 5],
      ].map(([phase, operations]) => ({ type: "compaction", list: "guests", phase, operations })),
    );
  });

  test("without a fold where there is nothing to fold", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    await lab.passes(1);
    lab.events.length = 0;
    await compact(lab);
    expect(phases(lab)).toEqual(["list", "load", "collect", "done"]);
  });

  test("with the retries that its store calls needed", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    let failures = 2;
    lab.answer = async (operation, _, run) => {
      if (operation === "list" && failures-- > 0) throw new Error("passing");
      return await run();
    };
    const report = await compact(lab);
    expect(report.retries).toBe(2);
    expect(report.operations.list).toBe(3);
  });

  test("and rejects with the store's error where it can't go on", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    lab.answer = async (operation, key, run) => {
      if (operation === "put" && key.startsWith(`${BASE}s`)) throw new Error("never");
      return await run();
    };
    await expect(compact(lab)).rejects.toMatchObject({ code: "store-failed" });
    expect(phases(lab)).toEqual(["list", "load", "collect", "fold", "failed"]);
  });
});

describe("a pass refuses before any store call", () => {
  test.each([
    { maxOperations: 0 },
    { maxOperations: 1.5 },
    { maxMs: 0 },
    { maxMs: Number.NaN },
    { minBatches: 0 },
    { minBatches: -1 },
  ])("%j, naming the option", async (options) => {
    const lab = createLab();
    const error = await compact(lab, options).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ListError);
    expect(error).toMatchObject({ code: "invalid-option" });
    expect(String(error)).toContain(`\`${Object.keys(options)[0]}\``);
    expect(lab.calls).toEqual([]);
  });
});

describe("a pass without time or calls left", () => {
  test("that listed for longer than `passMs` writes no segment, and says why", async () => {
    for (const { ms, stopped } of [
      { ms: PASS, stopped: undefined },
      { ms: PASS + 1, stopped: "slow-listing" },
    ]) {
      const lab = createLab();
      await appendEach(lab, ["a"]);
      lab.answer = (operation, _, run) => {
        if (operation === "list") lab.pass(ms);
        return run();
      };
      const report = await compact(lab, { maxMs: HOUR });
      expect(report.stopped).toBe(stopped);
      expect(await lab.keys("segment")).toHaveLength(stopped === undefined ? 1 : 0);
      expect(await lab.keys("head")).toHaveLength(stopped === undefined ? 1 : 0);
    }
  });

  test("ends when its time is over, after the store call under way", async () => {
    for (const { ms, stopped } of [
      { ms: 999, stopped: undefined },
      { ms: 1000, stopped: "time" },
    ]) {
      const lab = createLab();
      await appendEach(lab, ["a"]);
      lab.answer = (operation, _, run) => {
        if (operation === "list") lab.pass(ms);
        return run();
      };
      const report = await compact(lab, { maxMs: 1000 });
      expect(report.stopped).toBe(stopped);
      expect(report.written).toBe(stopped === undefined ? 1 : 0);
    }
  });

  test("deletes no more once its time is over, and the rest with the next", async () => {
    const lab = createLab({ parallelCalls: 1 });
    await appendEach(lab, numbers(0, 10));
    await lab.passes(1);
    lab.answer = (operation, _, run) => {
      if (operation === "delete") lab.pass(10_000);
      return run();
    };
    const report = await compact(lab, { maxMs: 30_000 });
    expect(report).toMatchObject({ deleted: 3, remaining: 7, stopped: "time" });
    expect(await lab.keys("batch")).toHaveLength(7);
    expect(await compact(lab)).toMatchObject({ deleted: 7, remaining: 0 });
  });

  test("lists for no longer than half its time, and folds what it has listed", async () => {
    const lab = createLab({ pageSize: 10 });
    await appendEach(lab, numbers(0, 80));
    lab.answer = (operation, key, run) => {
      if (operation === "list" && key === BASE) lab.pass(2_500);
      return run();
    };
    const report = await compact(lab, { maxMs: 10_000 });
    expect(report.absorbed).toBe(20);
    expect(report.written).toBe(1);
    expect((await headOf(lab)).current).toBeUndefined();
    lab.answer = (_, __, run) => run();
    expect((await lab.list().read()).values).toEqual(numbers(0, 80));
  });

  test("lists with no more than half its calls, and folds what it has listed", async () => {
    const lab = createLab({ pageSize: 10 });
    await appendEach(lab, numbers(0, 80));
    const report = await compact(lab, { maxOperations: 14 });
    expect(report.absorbed).toBe(70);
    expect(report.written).toBe(1);
    expect((await headOf(lab)).current).toBeUndefined();
  });

  test("keeps calls for writing, and deletes with the others", async () => {
    const lab = createLab();
    await appendEach(lab, numbers(0, 30));
    await lab.passes(1);
    const alone = await compact(lab, { maxOperations: 20 });
    expect(alone).toMatchObject({ deleted: 15, remaining: 15, stopped: "operations" });
    expect(alone.operations).toEqual({ ...NOTHING, list: 1, get: 2, delete: 15 });

    await appendEach(lab, ["more"]);
    const both = await compact(lab, { maxOperations: 15 });
    expect(both).toMatchObject({ deleted: 6, written: 1, stopped: "operations" });
    expect((await lab.list().read()).values).toEqual([...numbers(0, 30), "more"]);
  });

  test("ends before it writes what it couldn't finish", async () => {
    for (const { maxOperations, written } of [
      { maxOperations: 5, written: 0 },
      { maxOperations: 6, written: 1 },
    ]) {
      const lab = createLab();
      await appendEach(lab, ["a"]);
      const report = await compact(lab, { maxOperations });
      expect(report.written).toBe(written);
      expect(report.stopped).toBe(written === 0 ? "operations" : undefined);
    }
  });

  test("never fails for want of calls, whatever it has", async () => {
    for (const maxOperations of numbers(1, 40)) {
      const lab = createLab({ ...APART, pageSize: 4, bulkGetKeys: 2 });
      await appendEach(lab, numbers(0, 12));
      await lab.list().remove((await lab.list().read()).entries.slice(0, 3));
      for (let pass = 0; pass < 3; pass++) {
        const report = await compact(lab, { maxOperations });
        const made = Object.values(report.operations).reduce((sum, count) => sum + count);
        expect(made).toBeLessThanOrEqual(maxOperations);
        lab.pass(GRACE_BETWEEN);
      }
      expect((await lab.list().read()).values).toEqual(numbers(3, 12));
    }
  });
});

describe("a dry run", () => {
  test("reports what would be folded and deleted, and writes nothing", async () => {
    const lab = createLab();
    await appendEach(lab, numbers(0, 10));
    await lab.passes(1);
    await appendEach(lab, numbers(10, 14));
    const before = await lab.keys();
    const calls = await lab.callsOf(async () => {
      expect(await compact(lab, { dryRun: true, consolidateTo: "plain" })).toMatchObject({
        absorbed: 4,
        deleted: 10,
        remaining: 14,
        written: 0,
        bytes: 0,
      });
    });
    expect(calls.filter((call) => /^(put|delete)/.test(call))).toEqual([]);
    expect(await lab.keys()).toEqual(before);
  });

  test("removes nothing over a cap either", async () => {
    const lab = createLab();
    await appendEach(lab, numbers(0, 10));
    const report = await lab.list({ maxEntries: 5 }).compact({ dryRun: true });
    expect(report.absorbed).toBe(10);
    expect(await lab.keys("tombstone")).toEqual([]);
  });
});

describe("a segment that a pass writes", () => {
  test("is named by what it holds", async () => {
    const lab = createLab();
    await appendEach(lab, ["a", "b", "c"]);
    const { entries } = await lab.list().read();
    await lab.list().remove(entries[1] ?? "");
    lab.pass(MINUTE);
    const startedAt = lab.clock.now();
    await compact(lab);

    const [key = ""] = await lab.keys("segment");
    const [name] = await segmentNames(lab);
    expect(name).toMatchObject({
      min: entries[0]?.id,
      max: entries[2]?.id,
      count: 2,
      bytes: utf8Bytes(JSON.stringify(await lab.store.get(key))),
      removedAt: startedAt,
    });
  });

  test("without entries names none", async () => {
    const lab = createLab();
    await lab.list().remove(await lab.list().append("a"));
    await compact(lab);
    expect(await segmentNames(lab)).toMatchObject([{ min: NO_ID, max: NO_ID, count: 0 }]);
  });

  test("names the earliest time of what it has removed, and 0 where that is nothing", async () => {
    const lab = createLab();
    await appendEach(lab, ["a", "b"]);
    await compact(lab);
    expect(await segmentNames(lab)).toMatchObject([{ removedAt: 0 }]);
    const { entries } = await lab.list().read();
    await lab.list().remove(entries[0] ?? "");
    const first = lab.clock.now();
    await compact(lab);
    lab.pass(HOUR);
    await lab.list().remove(entries[1] ?? "");
    await compact(lab);
    await lab.passes(3);
    expect((await segmentNames(lab)).map(({ removedAt }) => removedAt)).toContain(first);
  });

  test("holds no more than a segment may, unless one record does", async () => {
    const lab = createLab({ segmentBytes: 1_000 });
    await appendEach(
      lab,
      numbers(0, 20).map((n) => `${n}`.padEnd(200, "x")),
    );
    await lab.list().append("y".repeat(2_000));
    await lab.passes(3);
    const names = await segmentNames(lab);
    expect(names.length).toBeGreaterThan(5);
    for (const { bytes, count } of names) if (count > 1) expect(bytes).toBeLessThan(1_500);
    expect((await lab.list().read()).values).toHaveLength(21);
  });

  test("waits until `minBatches` are loose", async () => {
    const lab = createLab();
    await appendEach(lab, ["a", "b"]);
    expect(await compact(lab, { minBatches: 3 })).toMatchObject({ written: 0, remaining: 2 });
    await lab.list().remove((await lab.list().read()).entries[0] ?? "");
    expect(await compact(lab, { minBatches: 3 })).toMatchObject({ written: 1, absorbed: 3 });
  });
});

describe("the head that a pass leaves", () => {
  test("names the segments that make up the list, when each was seen, and the record of the only one", async () => {
    const lab = createLab();
    await appendEach(lab, ["a", "b"]);
    const at = lab.clock.now();
    await compact(lab);

    const [key = ""] = await lab.keys("segment");
    const [name] = await segmentNames(lab);
    expect(await headOf(lab)).toEqual({
      current: { at, keys: [key], body: await lab.store.get(key) },
      seen: new Map([[name?.id, at]]),
    });
  });

  test("holds no record where there are several, and their keys in order", async () => {
    const lab = createLab({ segmentBytes: 300 });
    await appendEach(lab, ["a".repeat(200), "b".repeat(200), "c".repeat(200)]);
    await compact(lab);
    const { current } = await headOf(lab);
    expect(current?.keys).toEqual(await lab.keys("segment"));
    expect(current?.keys.length).toBeGreaterThan(1);
    expect(current?.body).toBeUndefined();
    const idle = await lab.callsOf(() => compact(lab));
    expect(idle.slice(0, 2)).toEqual(["list ", "get h"]);
  });

  test("keeps the first sight of a segment, and forgets segments that are gone for the retention", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    await compact(lab);
    const [[id = "", time = 0] = []] = (await headOf(lab)).seen;
    lab.pass(MINUTE);
    await appendEach(lab, ["b"]);
    await compact(lab);
    expect((await headOf(lab)).seen.get(id)).toBe(time);

    for (let n = 0; n < 8; n++) {
      await appendEach(lab, [`c${n}`]);
      await lab.passes(1);
    }
    const kept = (await headOf(lab)).seen;
    expect(kept.size).toBeGreaterThan((await lab.keys("segment")).length);
    lab.pass(RETENTION);
    for (const value of ["d", "e"]) {
      await appendEach(lab, [value]);
      await lab.passes(3);
    }
    const listed = new Set((await segmentNames(lab)).map((one) => one.id));
    const old = [...(await headOf(lab)).seen].filter(([one]) => kept.has(one) && !listed.has(one));
    expect(old).toEqual([]);
  });

  test("is written only where it says something new", async () => {
    const lab = createLab({ segmentBytes: 300 });
    await appendEach(lab, ["a".repeat(200), "b".repeat(200), "c".repeat(200)]);
    await lab.passes(4);
    await lab.list().append("d");
    const calls = await lab.callsOf(() => compact(lab, { minBatches: 5 }));
    expect(calls.filter((call) => call.startsWith("put"))).toEqual([]);
  });

  test("is no condition for a pass: what can't be read or written of it, it goes without", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    await lab.store.put(`${BASE}h`, "nonsense", { inline: false });
    await compact(lab);
    expect((await headOf(lab)).current?.keys).toEqual(await lab.keys("segment"));

    await appendEach(lab, ["b"]);
    lab.answer = async (operation, key, run) => {
      if (key === `${BASE}h` && operation !== "list") throw new Error("never");
      return await run();
    };
    const report = await compact(lab);
    expect(report.written).toBe(1);
    expect(report.stopped).toBeUndefined();
    expect(phases(lab).at(-1)).toBe("done");
    lab.answer = (_, __, run) => run();
    expect((await lab.list().read()).values).toEqual(["a", "b"]);
  });

  test("is left to a pass that had calls for it", async () => {
    const lab = createLab();
    await appendEach(lab, numbers(0, 20));
    await lab.passes(1);
    await lab.store.delete(`${BASE}h`);
    let calls = 0;
    lab.answer = async (_, __, run) => {
      calls++;
      return await run();
    };
    const report = await compact(lab, { maxOperations: 3 });
    expect(report.stopped).toBe("operations");
    expect(calls).toBe(3);
  });

  test("doesn't name a list whole of which something is loose", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    await compact(lab);
    const { current } = await headOf(lab);
    await appendEach(lab, ["b"]);
    await compact(lab, { minBatches: 2 });
    expect((await headOf(lab)).current).toEqual(current);

    const fresh = createLab();
    await appendEach(fresh, ["a"]);
    await compact(fresh, { minBatches: 2 });
    expect(await fresh.keys("head")).toEqual([]);
  });

  test("holds the record of the only segment though an earlier pass wrote that", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    await compact(lab);
    await lab.store.delete(`${BASE}h`);
    await compact(lab);
    const [key = ""] = await lab.keys("segment");
    expect((await headOf(lab)).current?.body).toEqual(await lab.store.get(key));
  });
});

describe("nothing is deleted", () => {
  test("before the grace period and five minutes since some pass saw the segment stored", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    await compact(lab);
    lab.pass(GRACE + 5 * MINUTE);
    expect(await compact(lab)).toMatchObject({ deleted: 0, remaining: 1 });
    lab.pass(1);
    expect(await compact(lab)).toMatchObject({ deleted: 1, remaining: 0 });
  });

  test("on the strength of a segment that no pass has seen before", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    await compact(lab);
    await lab.store.delete(`${BASE}h`);
    lab.pass(HOUR);
    expect(await compact(lab)).toMatchObject({ deleted: 0, remaining: 1 });
    lab.pass(HOUR);
    expect(await compact(lab)).toMatchObject({ deleted: 1 });
  });
});

describe("removed ids are forgotten", () => {
  test("a quarter of the retention after it is over, and not sooner", async () => {
    const lab = createLab();
    await appendEach(lab, ["a", "b"]);
    await lab.list().remove((await lab.list().read()).entries[0] ?? "");
    await lab.passes(2);
    const [name] = await segmentNames(lab);
    const removedAt = name?.removedAt ?? 0;
    expect(removedAt).toBeGreaterThan(0);

    lab.pass(removedAt + 1.25 * RETENTION - lab.clock.now());
    expect((await compact(lab)).operations).toEqual({ ...NOTHING, list: 1 });
    lab.pass(1);
    expect(await compact(lab)).toMatchObject({ written: 1, absorbed: 1 });
    await lab.passes(3);
    expect(await segmentNames(lab)).toMatchObject([{ removedAt: 0, count: 1 }]);
    expect((await lab.list().read()).values).toEqual(["b"]);
  });

  test("never while the listing was incomplete or something couldn't be read", async () => {
    const lab = createLab();
    await appendEach(lab, ["a", "b"]);
    await lab.list().remove((await lab.list().read()).entries[0] ?? "");
    await lab.passes(2);
    lab.pass(2 * RETENTION);
    await appendEach(lab, ["c"]);
    const [batch = ""] = await lab.keys("batch");
    await lab.store.put(batch, { nothing: "known" });
    await lab.passes(2);
    expect((await segmentNames(lab)).every(({ removedAt }) => removedAt > 0)).toBe(true);
    const corrupt = lab.events.filter(({ type }) => type === "unknown-record");
    expect(corrupt).toContainEqual({
      type: "unknown-record",
      list: "guests",
      key: batch,
      reason: "not a batch record",
    });
  });
});

test("a pass tells of keys that are no list's", async () => {
  const lab = createLab();
  await lab.store.put(`${BASE}notes`, 1);
  await compact(lab);
  expect(lab.events).toContainEqual({
    type: "unknown-record",
    list: "guests",
    key: `${BASE}notes`,
    reason: "not a key of this list",
  });
});
