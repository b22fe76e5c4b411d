import { describe, expect, test } from "vitest";
import { ListError } from "../../src/errors.ts";
import { appendEach, createLab, GRACE_BETWEEN, numbers } from "../support/lab.ts";
import { BASE, compact, NOTHING, phases, segmentNames } from "../support/passes.ts";

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
    // Four batches and a tombstone; the first segment is as small as they are, and joins them
    // later.
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

  test("removes nothing over a cap either, and counts the tombstone that it would need", async () => {
    const lab = createLab();
    await appendEach(lab, numbers(0, 10));
    const dry = await lab.list({ maxEntries: 5 }).compact({ dryRun: true });
    expect(await lab.keys("tombstone")).toEqual([]);
    const { absorbed } = await lab.list({ maxEntries: 5 }).compact();
    expect([dry.absorbed, absorbed]).toEqual([11, 11]);
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
