import { describe, expect, test } from "vitest";
import { planPass } from "../../src/compaction/fold.ts";
import type { Gathered } from "../../src/compaction/gather.ts";
import { NOTHING_ELSEWHERE } from "../../src/compaction/held-elsewhere.ts";
import { parseKey } from "../../src/key.ts";
import { decodeHead, type Head } from "../../src/record/head.ts";
import { decodeSegment } from "../../src/record/segment.ts";
import { entryOf } from "../support/arbitraries.ts";
import {
  APART,
  appendEach,
  createLab,
  GRACE,
  type Lab,
  numbers,
  RETENTION,
  STALENESS,
} from "../support/lab.ts";
import { loadedSegment } from "../support/loaded.ts";

const BASE = "sl1/guests/";

async function headOf(lab: Lab): Promise<Head> {
  const decoded = decodeHead((await lab.store.get(`${BASE}h`)) ?? null);
  return decoded.ok ? decoded.value : { seen: new Map() };
}

function idAt(n: number): string {
  return `-OhqqeV-${String(n).padStart(2, "0")}${"a".repeat(12)}`;
}

describe("what is loose goes into one segment as long as it fits, to the byte:", () => {
  async function written(segmentBytes: number, fill: (lab: Lab) => Promise<void>): Promise<number> {
    const lab = createLab({ segmentBytes });
    await fill(lab);
    return (await lab.list().compact()).written;
  }

  test("values with their ids", async () => {
    // ["x…x",0] and an id, twice.
    const fill = (lab: Lab) => appendEach(lab, ["x".repeat(100), "y".repeat(100)]);
    expect(await written(2 * (106 + 22), fill)).toBe(1);
    expect(await written(2 * (106 + 22) - 1, fill)).toBe(2);
  });

  test("values of one batch", async () => {
    const fill = async (lab: Lab) => {
      await lab.list().appendAll(["x".repeat(100), "z".repeat(100)]);
      await appendEach(lab, ["y".repeat(100)]);
    };
    expect(await written(3 * (106 + 22), fill)).toBe(1);
    expect(await written(3 * (106 + 22) - 1, fill)).toBe(2);
  });

  test("keys", async () => {
    const fill = async (lab: Lab) => {
      for (const key of ["k", "l"])
        await lab.list().append("x".repeat(100), { key: key.repeat(50) });
    };
    expect(await written(2 * (157 + 22), fill)).toBe(1);
    expect(await written(2 * (157 + 22) - 1, fill)).toBe(2);
  });

  test("removed ids, and those of their tombstones", async () => {
    const fill = async (lab: Lab) => {
      await lab.list().remove(numbers(0, 10).map(idAt));
      await lab.list().remove(numbers(10, 20).map(idAt));
    };
    expect(await written(2 * 11 * 22, fill)).toBe(1);
    expect(await written(2 * 11 * 22 - 1, fill)).toBe(2);
    const lab = createLab({ segmentBytes: 2 * 11 * 22 - 1 });
    await fill(lab);
    expect((await lab.list().compact()).absorbed).toBe(2);
  });
});

test("segments that one pass writes follow each other in time", async () => {
  const lab = createLab({ segmentBytes: 500 });
  await appendEach(lab, numbers(0, 60));
  await lab.list().compact();
  const names = (await lab.keys("segment")).flatMap((key) => {
    const parsed = parseKey(BASE, key);
    return parsed.group === "segment" ? [parsed.segment] : [];
  });
  expect(names.length).toBeGreaterThan(2);
  const sorted = names.sort((one, other) => (one.min < other.min ? -1 : 1));
  for (const [index, { max }] of sorted.slice(0, -1).entries())
    expect(max < (sorted[index + 1]?.min ?? "")).toBe(true);
});

describe("a pass that hasn't seen all", () => {
  const BULK = { ...APART, bulkGetKeys: 4 };

  test("of the batches neither calls the list settled nor removes what is over a cap", async () => {
    const lab = createLab(BULK);
    await appendEach(lab, numbers(0, 30));
    const report = await lab.list({ maxEntries: 1 }).compact({ maxOperations: 12 });
    expect(report.absorbed).toBe(20);
    expect((await headOf(lab)).current).toBeUndefined();
    expect(await lab.keys("tombstone")).toEqual([]);
  });

  test("of the tombstones doesn't call the list settled", async () => {
    const lab = createLab(BULK);
    for (const n of numbers(0, 30)) await lab.list().remove(idAt(n));
    expect((await lab.list().compact({ maxOperations: 12 })).absorbed).toBe(20);
    expect((await headOf(lab)).current).toBeUndefined();
  });

  test.each([
    ["one is unreadable", ["corrupt"]],
    ["one is gone", ["gone"]],
    ["one is too young to be promised", ["young"]],
    ["one is gone and one unreadable", ["gone", "corrupt"]],
    ["one is gone and one too young", ["gone", "young"]],
    ["one is too young and one unreadable", ["young", "corrupt"]],
  ] as const)("of its records, since %s, doesn't call the list settled", async (_, troubles) => {
    const lab = createLab(APART);
    await appendEach(lab, numbers(0, 5));
    lab.pass(STALENESS);
    const [gone, corrupt = ""] = await lab.keys("batch");
    const young = await lab.list().append("young");
    const hidden = (await lab.keys("batch")).filter(
      (key) =>
        (troubles.some((one) => one === "gone") && key === gone) ||
        (troubles.some((one) => one === "young") && key.endsWith(young.id)),
    );
    if (troubles.some((one) => one === "corrupt")) await lab.store.put(corrupt, 7);
    lab.answer = async (operation, key, run) =>
      operation === "get" && hidden.includes(key) ? undefined : await run();
    expect((await lab.list().compact()).written).toBe(1);
    expect((await headOf(lab)).current).toBeUndefined();
  });
});

test("a removed id is remembered while any record still carries its entry", async () => {
  const lab = createLab();
  await appendEach(lab, ["secret", ...numbers(0, 60)]);
  await lab.passes(2);
  const [removed] = (await lab.list().read()).entries;
  await lab.list().remove(removed ?? "");
  await lab.passes(2);
  lab.pass(1.25 * RETENTION);

  let isCarried = true;
  for (let step = 0; step < 20; step++) {
    await lab.list().compact();
    const bodies = await Promise.all(
      (await lab.keys("segment")).map(async (key) => {
        const parsed = parseKey(BASE, key);
        const count = parsed.group === "segment" ? parsed.segment.count : 0;
        const decoded = decodeSegment({ count }, (await lab.store.get(key)) ?? null);
        return decoded.ok ? [decoded.value] : [];
      }),
    );
    const segments = bodies.flat();
    isCarried = segments.some(({ entries }) => entries.some(({ id }) => id === removed?.id));
    const isRemembered = segments.some((segment) => segment.removed.has(removed?.id ?? ""));
    if (isCarried) expect(isRemembered).toBe(true);
    expect((await lab.list().read()).values).toEqual(numbers(0, 60));
    lab.pass(GRACE / 3);
  }
  expect(isCarried).toBe(false);
});

describe("a segment goes into one output", () => {
  const twin = (n: number) =>
    loadedSegment(idAt(n), {
      entries: [entryOf(idAt(1)), entryOf(idAt(2))],
      removed: new Map([[idAt(0), 5]]),
      absorbed: new Set(),
      replaces: [],
    });
  const plan = (outlived: readonly string[]) => {
    const segments = [twin(50), twin(51)];
    const gathered: Gathered = {
      batches: [],
      tombstones: [],
      segments,
      gone: [],
      tooYoung: [],
      corrupt: new Map(),
      listing: {
        tombstones: [],
        batches: [],
        segments,
        unknown: [],
        startedAt: 0,
        finishedAt: 0,
        pages: 1,
        complete: true,
      },
      head: { seen: new Map() },
      complete: true,
      heldElsewhere: NOTHING_ELSEWHERE,
      clearAfter: Number.NEGATIVE_INFINITY,
      skimmed: [],
      outlived: new Set(outlived),
    };
    const settings = {
      now: 9,
      minBatches: 1,
      segmentBytes: 100_000,
      youngAfter: 0,
      random: () => 0,
    };
    return planPass(gathered, settings).outputs.map(({ segments: ids }) => ids);
  };

  test("with the one that holds the same, where nothing else is due", () => {
    expect(plan([])).toEqual([[idAt(50), idAt(51)]]);
  });

  test("alone, where it has to forget something", () => {
    expect(plan([idAt(0)])).toEqual([[idAt(50)], [idAt(51)]]);
  });
});
