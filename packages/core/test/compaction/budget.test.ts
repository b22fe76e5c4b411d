import { describe, expect, test } from "vitest";
import {
  APART,
  appendEach,
  createLab,
  GRACE_BETWEEN,
  HOUR,
  numbers,
  PASS,
} from "../support/lab.ts";
import { BASE, compact, headOf, NOTHING } from "../support/passes.ts";

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
    expect(report.stopped).toBe("operations");
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
