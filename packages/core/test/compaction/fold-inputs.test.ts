import { describe, expect, test } from "vitest";
import { planFold } from "../../src/compaction/plan.ts";
import { NO_ID, type SegmentName } from "../../src/key.ts";
import { numbers } from "../support/lab.ts";

describe("a fold takes in", () => {
  const segment = (n: number, bytes: number): SegmentName => ({
    id: `segment ${n}`,
    min: NO_ID,
    max: NO_ID,
    count: 1,
    bytes,
    removedAt: 0,
  });
  const loose = (...sizes: number[]) => sizes.map((bytes, n) => ({ key: `key ${n}`, bytes }));
  const four = numbers(0, 4).map((n) => segment(n, 100));
  const fold = (given: Partial<Parameters<typeof planFold>[0]>) =>
    planFold({ loose: [], segments: [], rewrites: [], segmentBytes: 1_000, ...given });

  test("four segments of a size without anything loose, not three", () => {
    const all = four.map(({ id }) => id);
    expect(fold({ segments: four })).toEqual([{ loose: [], segments: all }]);
    expect(fold({ segments: four, segmentBytes: 400 })).toEqual([{ loose: [], segments: all }]);
    expect(fold({ segments: four.slice(1) })).toEqual([]);
    expect(fold({ segments: four, segmentBytes: 399 })[0]?.segments).toHaveLength(3);
  });

  test("a segment that becomes twice as large where the output is nearly full", () => {
    const [one] = [segment(0, 350)];
    expect(fold({ loose: loose(350), segments: [one] })).toEqual([
      { loose: ["key 0"], segments: [one.id] },
    ]);
    expect(fold({ loose: loose(349), segments: [segment(0, 350)] })).toEqual([
      { loose: ["key 0"], segments: [] },
    ]);
    expect(fold({ loose: loose(349), segments: [segment(0, 349)] })[0]?.segments).toEqual([]);
  });

  test("as much that is loose as fits, to the byte", () => {
    expect(fold({ loose: loose(500, 500) })).toHaveLength(1);
    expect(fold({ loose: loose(500, 501) })).toHaveLength(2);
  });
});
