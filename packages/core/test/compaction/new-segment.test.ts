import { describe, expect, test } from "vitest";
import { type BuildContext, buildSegment } from "../../src/compaction/build.ts";
import { NO_ID } from "../../src/key.ts";
import { utf8Bytes } from "../../src/value.ts";
import { appendEach, createLab, HOUR, MINUTE, numbers } from "../support/lab.ts";
import { loadedBatch, loadedSegment, loadedTombstone } from "../support/loaded.ts";
import { compact, segmentNames } from "../support/passes.ts";

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
