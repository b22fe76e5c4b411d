import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Caps, idsOverCaps } from "../../src/compaction/cap.ts";
import { coveredBy, dueBefore, planCollection } from "../../src/compaction/collect.ts";
import { chooseOutlived, planForgetting } from "../../src/compaction/forget.ts";
import type { Gathered } from "../../src/compaction/gather.ts";
import { NOTHING_ELSEWHERE } from "../../src/compaction/held-elsewhere.ts";
import { planJoining } from "../../src/compaction/overlap.ts";
import { ids, runs } from "../support/arbitraries.ts";
import { type Found, found, loadedSegment } from "../support/loaded.ts";

const RUNS = { numRuns: 2_000 };
const outlivedIds = fc.uniqueArray(ids, { maxLength: 20 }).map((all) => new Set(all));

function carriedBy({ batches, tombstones, segments }: Found): Set<string> {
  return new Set([
    ...batches.flatMap(({ entries }) => entries.map(({ id }) => id)),
    ...tombstones.flatMap((tombstone) => [tombstone.id, ...tombstone.ids]),
    ...segments.flatMap(({ segment }) => segment.entries.map(({ id }) => id)),
  ]);
}

describe("a removed id is forgotten", () => {
  test("only where it was asked for and nothing carries it any more", () => {
    fc.assert(
      fc.property(found, outlivedIds, fc.nat(4), (all, outlived, live) => {
        const inputs = {
          ...all,
          live: all.segments.slice(0, live),
          replaced: all.segments.slice(live),
        };
        const carried = carriedBy(all);
        const { forgotten, rewrites } = planForgetting(inputs, outlived);
        expect([...forgotten].sort()).toEqual(
          [...outlived].filter((id) => !carried.has(id)).sort(),
        );
        const isRewritten = new Set(rewrites);
        for (const { name, segment } of inputs.live) {
          const carries = segment.entries.some(({ id }) => outlived.has(id));
          const holds = [...segment.removed.keys()].some((id) => forgotten.has(id));
          expect(isRewritten.has(name.id)).toBe(carries || holds);
        }
        expect(rewrites).toHaveLength(isRewritten.size);
      }),
      RUNS,
    );
  });

  test("only with every segment read that may carry it", () => {
    fc.assert(
      fc.property(
        found,
        fc.nat(4),
        fc.nat(),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (all, read, maxBytes, random) => {
          const loaded = all.segments.slice(0, read);
          const before = Number.POSITIVE_INFINITY;
          const { ids: chosen, carriers } = chooseOutlived(loaded, all.segments, new Map(), {
            before,
            maxBytes,
            maxReads: 1_000,
            random,
          });
          const isRead = new Set([...loaded, ...carriers].map(({ key }) => key));
          for (const { key, name } of all.segments)
            for (const id of chosen)
              if (id >= name.min && id <= name.max) expect(isRead.has(key)).toBe(true);
          for (const id of chosen)
            expect(loaded.some(({ segment }) => segment.removed.has(id))).toBe(true);
        },
      ),
      RUNS,
    );
  });

  test("never before the retention is over", () => {
    const [id = ""] = fc.sample(ids, 1);
    const segment = { entries: [], absorbed: new Set<string>(), replaces: [] };
    const holder = loadedSegment(id, { ...segment, removed: new Map([[id, 1_000]]) });
    expect(
      chooseOutlived([holder], [], new Map(), {
        before: 1_000,
        maxBytes: 1,
        maxReads: 1,
        random: 0,
      }).ids.size,
    ).toBe(0);
    expect(
      chooseOutlived([holder], [], new Map(), {
        before: 1_001,
        maxBytes: 1,
        maxReads: 1,
        random: 0,
      }).ids.size,
    ).toBe(1);
  });
});

describe("segments are joined", () => {
  test("in groups of which each shares entries with the others, none of them twice", () => {
    fc.assert(
      fc.property(found, fc.nat(5_000), ({ segments }, segmentBytes) => {
        const { joined: groups } = planJoining(segments, {
          segmentBytes,
          isYoung: () => false,
          random: () => 0,
        });
        const joined = groups.flat();
        expect(new Set(joined).size).toBe(joined.length);
        for (const group of groups) {
          const parts = segments.filter(({ name }) => group.includes(name.id));
          for (const part of parts) {
            expect(part.name.bytes).toBeLessThanOrEqual(segmentBytes);
            const others = parts.filter((one) => one !== part);
            const held = new Set(
              others.flatMap(({ segment }) => segment.entries.map(({ id }) => id)),
            );
            expect(part.segment.entries.some(({ id }) => held.has(id))).toBe(true);
          }
        }
      }),
      RUNS,
    );
  });
});

describe("a key is deleted", () => {
  function gatheredOf(all: Found, seen: ReadonlyMap<string, number>): Gathered {
    const listing = {
      tombstones: all.tombstones.map((tombstone) => ({ ...tombstone, record: undefined })),
      batches: all.batches.map((batch) => ({ ...batch, record: undefined })),
      segments: all.segments,
      unknown: [],
      startedAt: 0,
      finishedAt: 0,
      pages: 1,
      complete: true,
    };
    return {
      ...all,
      listing,
      gone: [],
      tooYoung: [],
      corrupt: new Map(),
      head: { seen },
      complete: true,
      heldElsewhere: NOTHING_ELSEWHERE,
      clearAfter: Number.NEGATIVE_INFINITY,
      skimmed: [],
      outlived: new Set(),
    };
  }

  test("only on the strength of segments that an earlier pass saw before that time", () => {
    fc.assert(
      fc.property(found, fc.array(fc.nat(20)), (all, times) => {
        const seen = new Map(
          all.segments.flatMap(({ name }, index) => {
            const time = times[index];
            return time === undefined ? [] : [[name.id, time] as const];
          }),
        );
        const proven = all.segments.filter(({ name }) => (seen.get(name.id) ?? 99) < 10);
        const gathered = gatheredOf(all, seen);
        const planned = planCollection(gathered, 10).map(({ key }) => key);
        expect(planned).toEqual(coveredBy(gathered, proven).map(({ key }) => key));
        if (proven.length === 0) expect(planned).toEqual([]);
      }),
      RUNS,
    );
  });

  test("never on the strength of a segment whose checksum doesn't hold", () => {
    fc.assert(
      fc.property(found, (all) => {
        const torn = all.segments.map((one) => ({ ...one, body: { ...Object(one.body), x: 1 } }));
        const seen = new Map(torn.map(({ name }) => [name.id, 0]));
        expect(planCollection(gatheredOf({ ...all, segments: torn }, seen), 10)).toEqual([]);
      }),
    );
  });

  test("no sooner than the grace period and five minutes, or half of it again", () => {
    const MINUTE = 60_000;
    expect(dueBefore({ graceMs: 15 * MINUTE }, 0)).toBe(-20 * MINUTE);
    expect(dueBefore({ graceMs: 2 * MINUTE }, 0)).toBe(-3 * MINUTE);
  });
});

describe("a cap removes", () => {
  const caps: fc.Arbitrary<Caps> = fc.record({
    maxEntries: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
    maxAgeMs: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
  });

  test("what is too old, and the oldest beyond it, those of one key together", () => {
    fc.assert(
      fc.property(runs, caps, fc.integer({ min: 0, max: 100 }), (entries, cap, later) => {
        const now = 1_767_225_600_000 + later;
        const { maxEntries = Number.POSITIVE_INFINITY, maxAgeMs = now } = cap;
        const young = entries.filter(({ appendedAt }) => appendedAt >= now - maxAgeMs);
        const identities = [...new Set(young.map(({ id, key }) => key ?? id))];
        const kept = new Set(identities.slice(Math.max(0, identities.length - maxEntries)));
        const over = idsOverCaps(entries, cap, now);
        const left = entries.filter(({ id }) => !over.includes(id));
        expect(left).toEqual(young.filter(({ id, key }) => kept.has(key ?? id)));
        expect(new Set(over).size).toBe(over.length);
      }),
      RUNS,
    );
  });
});
