import { describe, expect, test } from "vitest";
import { batchKey } from "../../src/key.ts";
import { encodeBatch } from "../../src/record/batch.ts";
import { decodeHead, encodeHead } from "../../src/record/head.ts";
import {
  appendEach,
  createLab,
  GRACE,
  GRACE_BETWEEN,
  MINUTE,
  numbers,
  RETENTION,
  SECOND,
} from "../support/lab.ts";
import {
  BASE,
  compact,
  headOf,
  inSegments,
  LONG_AGO,
  nameOf,
  newestSegment,
  opened,
  phases,
  segmentNames,
} from "../support/passes.ts";

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

  test("fits into a record however many segments there are: those seen first stay", async () => {
    const lab = createLab({ segmentBytes: 500, valueBytes: 4_000 });
    const heads: number[] = [];
    for (const n of numbers(0, 60)) {
      await appendEach(lab, [`${n} `.padEnd(300, ".")]);
      await compact(lab);
      heads.push(JSON.stringify(encodeHead(await headOf(lab)).record).length);
    }
    expect(Math.max(...heads)).toBeLessThanOrEqual(4_000);
    expect(Math.min(...heads.slice(10))).toBeGreaterThan(300);
    let passes = 0;
    for (; passes < 200 && (await lab.keys("batch")).length > 0; passes++) await lab.passes(1);
    expect(passes).toBeLessThan(200);
    expect((await lab.list().read()).values).toHaveLength(60);
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

describe("the head", () => {
  test("tells when a segment was read or written, not that it was listed", async () => {
    const lab = await inSegments(12, 400);
    await lab.store.delete(`${BASE}h`);
    for (const key of (await lab.keys("segment")).slice(3, 5))
      await lab.store.put(batchKey(BASE, nameOf(key).min), encodeBatch([{ value: "again" }]));
    const calls = await lab.callsOf(() => lab.list({ random: () => 0 }).compact());
    const head = decodeHead((await lab.store.get(`${BASE}h`)) ?? null);
    const seen = head.ok ? [...head.value.seen.keys()] : [];
    const read = opened(calls).map((key) => nameOf(key).id);
    expect(seen).toHaveLength(2);
    expect(seen.filter((id) => !read.includes(id))).toEqual([]);
  });

  test("is put right before the last key is deleted for which a pass would look at it", async () => {
    const lab = createLab();
    await appendEach(lab, ["first"]);
    await lab.passes(2);
    // While a record can't be read, no pass knows what the list is made up of.
    const unreadable = batchKey(BASE, LONG_AGO);
    await lab.store.put(unreadable, { batch: 2 });
    await appendEach(lab, numbers(0, 5));
    await lab.passes(6);
    expect(await lab.keys("batch")).toHaveLength(2);

    await lab.store.delete(unreadable);
    await lab.passes(2);
    expect(await lab.keys("batch")).toEqual([]);
    const { values } = await lab.list().read({ freshness: "consolidated" });
    expect(values).toEqual(["first", ...numbers(0, 5)]);
  });

  test("is put right although what it names was replaced by what holds nothing of it any more", async () => {
    const lab = createLab();
    const first = await lab.list().append("first");
    await lab.passes(2);
    const unreadable = batchKey(BASE, LONG_AGO);
    await lab.store.put(unreadable, { batch: 2 });
    await lab.list().remove(first);
    await appendEach(lab, numbers(0, 30));
    await lab.passes(6);
    await lab.store.delete(unreadable);
    await lab.passes(3);
    expect(await lab.keys("batch")).toEqual([]);
    expect(await lab.keys("segment")).toHaveLength(1);
    const { values } = await lab.list().read({ freshness: "consolidated" });
    expect(values).toEqual(numbers(0, 30));
  });

  test("is put right after a pass whose clock was ahead wrote it", async () => {
    const lab = createLab();
    const short = { stalenessMs: 1000, graceMs: 2000 };
    const ahead = { ...lab.clock, now: () => lab.clock.now() + 4 * MINUTE };
    await appendEach(lab, ["first"]);
    await lab.list({ ...short, clock: ahead }).compact();
    await appendEach(lab, numbers(0, 30));
    for (const _ of numbers(0, 40)) {
      await lab.list(short).compact();
      lab.pass(10 * SECOND);
    }
    expect(await lab.keys("batch")).toEqual([]);
    const { values } = await lab.list(short).read({ freshness: "consolidated" });
    expect(values).toEqual(["first", ...numbers(0, 30)]);
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
      await lab.store.put(`${BASE}h`, encodeHead(head).record, { inline: false });
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
