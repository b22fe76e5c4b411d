import { describe, expect, test } from "vitest";
import { type CompactAllOptions, compactAll } from "../../src/compaction/compact-all.ts";
import { ListError } from "../../src/errors.ts";
import { createListStore } from "../../src/list-store.ts";
import { appendEach, createLab, GRACE, GRACE_BETWEEN, type Lab, numbers } from "../support/lab.ts";

const OFTEN = { attempts: 1 };

/** Fills lists named `list 0` and so on. */
async function fill(lab: Lab, lengths: readonly number[]): Promise<void> {
  const lists = createListStore(lab.store, { clock: lab.clock });
  for (const [index, length] of lengths.entries())
    for (const value of numbers(0, length)) await lists.list(`list ${index}`).append(value);
}

function run(lab: Lab, options: CompactAllOptions = {}) {
  return compactAll(lab.store, { clock: lab.clock, random: () => 0, retry: OFTEN, ...options });
}

describe("a run over many lists", () => {
  test("visits those that the store holds, and counts every call", async () => {
    const lab = createLab();
    await fill(lab, [3, 2]);
    const before = lab.calls.length;
    const report = await run(lab);

    expect([...report.reports.keys()]).toEqual(["list 0", "list 1"]);
    expect(report.reports.get("list 0")).toMatchObject({ absorbed: 3, written: 1 });
    expect(report).toMatchObject({ errors: new Map(), skipped: 0 });
    expect(report.operations).toBe(lab.calls.length - before);
    expect(report.operations).toBe(11);
  });

  test("looks for lists with half of its calls at most, and works on those that it found", async () => {
    const lab = createLab({ pageSize: 3 });
    await fill(lab, [60, 1]);
    const { operations, reports } = await run(lab, { maxOperations: 30 });

    expect(operations).toBeLessThanOrEqual(30);
    expect(lab.calls.filter((call) => call === "list sl1/")).toHaveLength(15);
    expect(reports.get("list 0")?.absorbed).toBeGreaterThan(0);
  });

  test("tells whether it found all lists", async () => {
    const lab = createLab({ pageSize: 3 });
    await fill(lab, [4, 1]);
    expect(await run(lab, { maxOperations: 4 })).toMatchObject({ complete: true });
    await fill(lab, [4]);
    expect(await run(lab, { maxOperations: 4 })).toMatchObject({ complete: false });
    expect(await run(lab, { maxOperations: 4, names: ["list 1"] })).toMatchObject({
      complete: true,
    });
  });

  test("makes no more calls than it may, also where they fail and are made again", async () => {
    const lab = createLab();
    await fill(lab, [1]);
    const before = lab.calls.length;
    lab.answer = () => Promise.reject(new Error("down"));
    const running = run(lab, { maxOperations: 2, retry: { attempts: 5 } });
    await expect(running).rejects.toMatchObject({ code: "budget-exhausted" });
    expect(lab.calls.length - before).toBe(2);
  });

  test("visits each of the names it is given once, also of an async source", async () => {
    const lab = createLab();
    await fill(lab, [1, 1, 1]);
    async function* names() {
      yield "list 1";
      yield "list 1";
      yield "list 2";
    }
    const { reports } = await run(lab, { names: names() });
    expect([...reports.keys()]).toEqual(["list 1", "list 2"]);
    expect(await run(lab, { names: [] })).toMatchObject({ skipped: 0, operations: 0 });
  });

  test("begins at a random one, and leaves none out", async () => {
    const lab = createLab();
    const names = ["list 0", "list 1", "list 2", "list 3"];
    const orders = await Promise.all(
      [0, 0.3, 0.5, 0.99].map(async (random) => {
        const { reports } = await run(lab, { names, random: () => random });
        return [...reports.keys()].map((name) => name.at(-1)).join("");
      }),
    );
    expect(orders).toEqual(["0123", "1230", "2301", "3012"]);
  });

  test("gives each an equal part of the calls that are left", async () => {
    const lab = createLab();
    await fill(lab, [40, 40, 40]);
    await run(lab);
    lab.pass(GRACE_BETWEEN);
    const names = ["list 0", "list 1", "list 2"];
    const { reports, operations } = await run(lab, { names, maxOperations: 60 });
    const made = [...reports.values()].map((report) =>
      Object.values(report.operations).reduce((sum, count) => sum + count),
    );
    expect(made).toEqual([18, 19, 21]);
    expect(operations).toBe(58);
  });

  test("gives a list ten calls at least, and skips those that are left without any", async () => {
    const lab = createLab();
    await fill(lab, [40, 40, 40, 40]);
    await run(lab);
    lab.pass(GRACE_BETWEEN);
    const names = numbers(0, 4).map((n) => `list ${n}`);
    const report = await run(lab, { names, maxOperations: 18 });
    expect([...report.reports.keys()]).toEqual(["list 0", "list 1", "list 2"]);
    expect(report.reports.get("list 0")?.deleted).toBe(5);
    expect(report.skipped).toBe(1);
    expect(report.operations).toBeLessThanOrEqual(18);
  });

  test("spends no more than half its calls on looking for lists", async () => {
    const lab = createLab({ pageSize: 2 });
    await fill(lab, [2, 2, 2, 2, 2, 2, 2, 2]);
    const report = await run(lab, { maxOperations: 8 });
    expect(report.operations).toBeLessThanOrEqual(8);
    expect(report.reports.size).toBeGreaterThan(0);
    expect(report.reports.size + report.skipped).toBe(4);
  });

  test("tells a list whose pass failed from those that went well", async () => {
    const lab = createLab();
    await fill(lab, [1, 1, 1]);
    lab.answer = async (operation, key, call) => {
      if (operation === "put" && key.startsWith("sl1/list~201/s")) throw new Error("never");
      return await call();
    };
    const { reports, errors, skipped } = await run(lab);
    expect([...reports.keys()]).toEqual(["list 0", "list 2"]);
    expect([...errors.keys()]).toEqual(["list 1"]);
    expect(errors.get("list 1")).toBeInstanceOf(ListError);
    expect(skipped).toBe(0);
  });

  test("ends when its time is over, and gives each list what is left of it", async () => {
    const lab = createLab({ parallelCalls: 1 });
    await fill(lab, [3, 3, 3]);
    lab.answer = async (operation, _, call) => {
      if (operation === "put") lab.pass(600);
      return await call();
    };
    const names = ["list 0", "list 1", "list 2"];
    const report = await run(lab, { names, maxMs: 2_000 });
    expect([...report.reports.keys()]).toEqual(["list 0", "list 1"]);
    expect(report.skipped).toBe(1);

    lab.pass(GRACE_BETWEEN);
    lab.answer = async (operation, _, call) => {
      if (operation === "delete") lab.pass(600);
      return await call();
    };
    const second = await run(lab, { names, maxMs: 1_000 });
    expect(second.reports.get("list 0")).toMatchObject({ deleted: 2, stopped: "time" });
    expect(second.skipped).toBe(2);
  });

  test.each([{ maxOperations: 0 }, { maxMs: 0 }, { maxMs: 1.5 }, { graceMs: 1 }])(
    "refuses %j before any store call, naming the option",
    async (options) => {
      const lab = createLab();
      const error = await run(lab, options).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: "invalid-option" });
      expect(String(error)).toContain(`\`${Object.keys(options)[0]}\``);
      expect(lab.calls).toEqual([]);
    },
  );

  test.each(["list 0", 7, null, {}])("refuses %j in place of many names", async (names) => {
    const lab = createLab();
    await expect(run(lab, { names: names as never })).rejects.toMatchObject({
      code: "invalid-option",
      message: "`names` must be many names, such as an array",
    });
    expect(lab.calls).toEqual([]);
  });

  test("waits for names no longer than half of its time, and tells that these are not all", async () => {
    const lab = createLab();
    await fill(lab, [1, 1, 1]);
    async function* names() {
      for (const n of numbers(0, 3)) {
        lab.pass(200);
        yield `list ${n}`;
      }
    }
    const { reports, complete } = await run(lab, { names: names(), maxMs: 1_000 });
    expect([...reports.keys()]).toEqual(["list 0", "list 1"]);
    expect(complete).toBe(false);
    expect(await run(lab, { names: names(), maxMs: 10_000 })).toMatchObject({ complete: true });
  });

  test("rejects with what is no error of a store", async () => {
    const lab = createLab();
    await fill(lab, [1]);
    const random = () => {
      throw new RangeError("mine");
    };
    await expect(run(lab, { names: ["list 0"], random })).rejects.toThrow(RangeError);
  });

  test("works in a store without bulk reads, and uses them where there are some", async () => {
    for (const isBulk of [true, false]) {
      const lab = createLab({ inlineBytes: 0 });
      await fill(lab, [6]);
      const { getMany, ...others } = lab.store;
      const store = isBulk ? lab.store : others;
      expect(getMany).toBeDefined();
      const { reports } = await compactAll(store, { clock: lab.clock, random: () => 0 });
      const operations = reports.get("list 0")?.operations;
      expect(operations?.getMany).toBe(isBulk ? 1 : 0);
      expect(operations?.get).toBe(isBulk ? 2 : 8);
    }
  });

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
