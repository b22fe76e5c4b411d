import { describe, expect, test } from "vitest";
import { compactAll } from "../../src/compaction/compact-all.ts";
import { batchKey } from "../../src/key.ts";
import { encodeBatch } from "../../src/record/batch.ts";
import {
  APART,
  appendEach,
  createLab,
  GRACE_BETWEEN,
  MINUTE,
  numbers,
  RETENTION,
} from "../support/lab.ts";
import {
  BASE,
  inSegments,
  LONG_AGO,
  liveSegments,
  nameOf,
  opened,
  segmentNames,
  segmentOf,
} from "../support/passes.ts";

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

  test("batches that stand apart when they are new, and when they are due, but not in between", async () => {
    const lab = createLab(APART);
    await appendEach(lab, numbers(0, 5));
    const gets = async () => {
      const calls = await lab.callsOf(() => lab.list().compact());
      return calls.filter((call) => /^get.* e\//.test(call)).length;
    };
    expect(await gets()).toBe(1);
    for (let minute = 0; minute < 20; minute++) {
      lab.pass(MINUTE);
      expect(await gets()).toBe(0);
    }
    lab.pass(GRACE_BETWEEN);
    expect(await gets()).toBe(1);
    expect(await lab.keys("batch")).toEqual([]);
  });

  test("no segment twice into another, however many there are that memory doesn't hold", async () => {
    const lab = createLab({ ...APART, segmentBytes: 2_000 });
    const most: number[] = [];
    for (let minute = 0; minute < 120; minute++) {
      await lab.list().append(`${minute} `.padEnd(400, "."));
      lab.pass(MINUTE);
      await lab.list().compact();
      const names = await segmentNames(lab);
      most.push((await lab.keys("batch")).length, names.length);
    }
    // What came in during the grace period and the five minutes for clocks that differ, and the pass that deletes.
    expect(Math.max(...most.filter((_, index) => index % 2 === 0))).toBeLessThanOrEqual(30);
    const live = await liveSegments(lab);
    const ids = (await Promise.all(live.map((key) => segmentOf(lab, key)))).flatMap(({ entries }) =>
      entries.map(({ id }) => id),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect((await lab.list().read()).values).toHaveLength(120);
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
    await lab.store.put(batchKey(BASE, LONG_AGO), encodeBatch([{ value: "late" }]));
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

  test("nothing but the listing where nothing is loose and no segment reaches into another", async () => {
    const lab = await inSegments(3, 400);
    expect(await lab.callsOf(() => lab.list().compact())).toEqual(["list "]);
  });

  test("the head where one segment reaches into another", async () => {
    const lab = createLab();
    await appendEach(lab, numbers(0, 3));
    await Promise.all([lab.list().compact(), lab.list().compact()]);
    // So no pass joins the two.
    const list = lab.list({ random: () => 0.99 });
    for (; (await lab.keys("batch")).length > 0; lab.pass(GRACE_BETWEEN)) await list.compact();
    expect(await lab.keys("segment")).toHaveLength(2);
    const calls = await lab.callsOf(() => list.compact());
    expect(calls.slice(0, 2)).toEqual(["list ", "get h"]);
  });

  test("nothing more once a single call was all it had", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    expect(await lab.list().compact({ maxOperations: 1 })).toMatchObject({
      stopped: "operations",
      operations: { list: 1, get: 0 },
    });
  });

  test("loose records one by one or in bulk, as many as half of its calls", async () => {
    const lab = createLab({ ...APART, bulkGetKeys: 4 });
    await appendEach(lab, numbers(0, 30));
    const bulk = await lab.list().compact({ maxOperations: 12 });
    expect(bulk.operations.getMany).toBe(5);
    expect(bulk.absorbed).toBe(20);

    const single = createLab({ ...APART, parallelCalls: 4 });
    await appendEach(single, numbers(0, 30));
    const { getMany: _, ...store } = single.store;
    const { reports } = await compactAll(store, {
      clock: single.clock,
      random: () => 0,
      names: ["guests"],
      maxOperations: 22,
    });
    // The oldest of them, in groups of four.
    expect(reports.get("guests")).toMatchObject({ absorbed: 10, written: 1 });
    const [key = ""] = await single.keys("segment");
    expect((await segmentOf(single, key)).entries.map(({ value }) => value)).toEqual(
      numbers(0, 10),
    );
  });

  test("what is new although an old removal is to be forgotten, and forgets it all the same", async () => {
    const lab = createLab({ ...APART, bulkGetKeys: 1 });
    await appendEach(lab, ["first"]);
    await lab.list().remove((await lab.list().read()).entries[0] ?? "");
    await lab.passes(3);
    lab.pass(2 * RETENTION);
    for (let minute = 0; minute < 60; minute++) {
      await appendEach(lab, numbers(0, 3));
      lab.pass(MINUTE);
      await lab.list().compact({ maxOperations: 60 });
    }
    expect((await lab.keys("batch")).length).toBeLessThan(90);
    const live = await liveSegments(lab);
    expect(live.filter((key) => nameOf(key).removedAt > 0)).toEqual([]);
  });

  test("past records that it can't read, as far as half of its calls reach", async () => {
    const lab = createLab({ ...APART, bulkGetKeys: 1 });
    await appendEach(lab, numbers(0, 30));
    for (const key of await lab.keys("batch")) await lab.store.put(key, { batch: 2 });
    await appendEach(lab, numbers(30, 50));
    for (const _ of numbers(0, 3)) await lab.list().compact({ maxOperations: 100 });
    const { values } = await lab.list().read({ allowIncomplete: true });
    expect(values).toEqual(numbers(30, 50));
    lab.pass(GRACE_BETWEEN);
    for (const _ of numbers(0, 3)) await lab.list().compact({ maxOperations: 100 });
    expect(await lab.keys("batch")).toHaveLength(30);
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
