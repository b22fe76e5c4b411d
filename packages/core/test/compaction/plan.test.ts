import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FoldInputs, planFold } from "../../src/compaction/plan.ts";
import { NO_ID, type SegmentName } from "../../src/key.ts";

function segmentOf(id: string, bytes: number): SegmentName {
  return { id, min: NO_ID, max: NO_ID, count: 1, bytes, removedAt: 0 };
}

const inputs: fc.Arbitrary<FoldInputs> = fc
  .record({
    loose: fc.array(fc.nat(500), { maxLength: 30 }),
    segments: fc.array(fc.nat(3_000), { maxLength: 12 }),
    segmentBytes: fc.integer({ min: 300, max: 5_000 }),
    forced: fc.nat(4),
  })
  .map(({ loose, segments, segmentBytes, forced }) => ({
    loose: loose.map((bytes, index) => ({ key: `key ${index}`, bytes })),
    segments: segments.map((bytes, index) => segmentOf(`segment ${index}`, bytes)),
    rewrites: segments.slice(0, forced).map((_, index) => [`segment ${index}`]),
    segmentBytes,
  }));

describe("a plan", () => {
  test("puts every loose record into one output, in its order, and no segment into two", () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const outputs = planFold(given);
        expect(outputs.flatMap(({ loose }) => loose)).toEqual(given.loose.map(({ key }) => key));
        const segments = outputs.flatMap((output) => output.segments);
        expect(new Set(segments).size).toBe(segments.length);
        expect(segments).toEqual(expect.arrayContaining(given.rewrites.flat()));
        for (const { loose, segments } of outputs)
          expect(loose.length + segments.length).not.toBe(0);
      }),
      { numRuns: 5_000 },
    );
  });

  test("writes no output larger than a segment may be, but for a single record that is", () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const bytesOf = new Map([
          ...given.loose.map(({ key, bytes }) => [key, bytes] as const),
          ...given.segments.map(({ id, bytes }) => [id, bytes] as const),
        ]);
        for (const { loose, segments } of planFold(given)) {
          const parts = [...loose, ...segments];
          const bytes = parts.reduce((sum, part) => sum + (bytesOf.get(part) ?? 0), 0);
          if (parts.length > 1) expect(bytes).toBeLessThanOrEqual(given.segmentBytes);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  test("of nothing to do is nothing, also when it is asked again of its own outcome", () => {
    expect(planFold({ loose: [], segments: [], rewrites: [], segmentBytes: 100 })).toEqual([]);
    fc.assert(
      fc.property(inputs, (given) => {
        let segments = given.segments;
        for (let round = 0; ; round++) {
          const outputs = planFold({ ...given, loose: [], segments, rewrites: [] });
          if (outputs.length === 0) break;
          expect(round).toBeLessThan(12);
          segments = applied(segments, outputs, () => 0, round);
        }
      }),
    );
  });
});

/** The segments that a plan leaves, each with the sum of its parts. */
function applied(
  segments: readonly SegmentName[],
  outputs: ReturnType<typeof planFold>,
  bytesOfLoose: (key: string) => number,
  round: number,
): SegmentName[] {
  const gone = new Set(outputs.flatMap((output) => output.segments));
  const written = outputs.map((output, index) => {
    const parts = segments.filter(({ id }) => output.segments.includes(id));
    const bytes =
      parts.reduce((sum, part) => sum + part.bytes, 0) +
      output.loose.reduce((sum, key) => sum + bytesOfLoose(key), 0);
    return segmentOf(`round ${round}, output ${index}`, bytes);
  });
  return [...segments.filter(({ id }) => !gone.has(id)), ...written];
}

describe("a list that grows, pass by pass", () => {
  /**
   * Feeds `rounds` loose records of these sizes one by one, and counts how often each was
   * rewritten.
   */
  function grow(sizes: readonly number[], segmentBytes: number) {
    let segments: SegmentName[] = [];
    const placeOf = new Map<string, readonly number[]>();
    const rewrites: number[] = [];
    for (const [round, bytes] of sizes.entries()) {
      const loose = [{ key: `${round}`, bytes }];
      const outputs = planFold({ loose, segments, rewrites: [], segmentBytes });
      const written = applied(segments, outputs, () => bytes, round);
      for (const [index, output] of outputs.entries()) {
        const moved = output.segments.flatMap((id) => placeOf.get(id) ?? []);
        for (const record of moved) rewrites[record] = (rewrites[record] ?? 0) + 1;
        rewrites[round] = 0;
        placeOf.set(`round ${round}, output ${index}`, [...moved, ...output.loose.map(Number)]);
      }
      segments = written;
    }
    return { rewrites: Math.max(...rewrites), segments: segments.length };
  }

  const log4 = (n: number) => Math.log(n) / Math.log(4);

  test.each([1, 16, 100, 1_000, 4_000])(
    "%i times by the same, rewrites each entry log4(n) + 2 times at most",
    (rounds) => {
      const sizes = Array.from({ length: rounds }, () => 100);
      const { rewrites, segments } = grow(sizes, 100_000_000);
      expect(rewrites).toBeLessThanOrEqual(log4(rounds) + 2);
      expect(segments).toBeLessThanOrEqual(4 * (log4(rounds) + 1));
    },
  );

  test("by whatever sizes, rewrites each entry log4(n) + 2 times at most", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 10_000 })), {
          minLength: 1,
          maxLength: 300,
        }),
        (sizes) => {
          const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
          const { rewrites, segments } = grow(sizes, 100_000_000);
          expect(rewrites).toBeLessThanOrEqual(log4(total) + 2);
          expect(segments).toBeLessThanOrEqual(4 * (log4(total) + 1));
        },
      ),
      { numRuns: 300 },
    );
  });

  test("into full segments, rewrites each entry once more at most", () => {
    const sizes = Array.from({ length: 2_000 }, () => 100);
    const { rewrites, segments } = grow(sizes, 10_000);
    expect(rewrites).toBeLessThanOrEqual(log4(100) + 3);
    expect(segments).toBeLessThanOrEqual((2_000 * 100) / 7_000 + 16);
  });
});
