import { describe, expect, test } from "vitest";
import { gatherHead, gatherListing } from "../../src/compaction/gather.ts";
import { startPass } from "../../src/compaction/pass.ts";
import { readSegments, type SegmentsRead } from "../../src/compaction/read-segments.ts";
import type { CompactOptions } from "../../src/compaction/report.ts";
import { batchKey } from "../../src/key.ts";
import type { ListStoreOptions } from "../../src/options.ts";
import { encodeBatch } from "../../src/record/batch.ts";
import { encodeHead } from "../../src/record/head.ts";
import { createLab, type Lab, numbers, RETENTION, SECOND } from "../support/lab.ts";
import { BASE, headOf, inSegments, liveSegments, nameOf, opened } from "../support/passes.ts";

/** All segments are looked at where a cap may have to shorten the list. */
const ALL: ListStoreOptions = { maxEntries: 1 };

/** Twelve segments, of which three fit into 1,600 bytes of memory, and their keys, the newest first. */
async function twelveSegments() {
  const lab = await inSegments(12, 400);
  const keys = (await lab.keys("segment")).sort().reverse();
  expect(nameOf(keys[0] ?? "").bytes).toBe(371);
  return { lab, keys };
}

async function readAll(
  lab: Lab,
  options: ListStoreOptions,
  budget: CompactOptions = {},
): Promise<Omit<SegmentsRead, "segments"> & { readonly kept: readonly string[] }> {
  const pass = startPass(lab.context(options), budget);
  const listing = await gatherListing(pass);
  const read = await readSegments(pass, listing, await gatherHead(pass), 1_600);
  return { ...read, kept: read.segments.loaded.map(({ key }) => key) };
}

/** A batch that a segment holds already, as a listing may show it again. */
async function putAgain(lab: Lab, segment: string | undefined): Promise<void> {
  await lab.store.put(batchKey(BASE, nameOf(segment ?? "").max), encodeBatch([{ value: "again" }]));
}

describe("of more segments than memory holds, a pass", () => {
  test("reads all, and keeps three quarters of what memory holds", async () => {
    const { lab, keys } = await twelveSegments();
    const { kept, skimmed } = await readAll(lab, ALL);
    expect(kept).toEqual(keys.slice(0, 3));
    expect(skimmed.map(({ key }) => key).sort()).toEqual(keys.slice(3).sort());
  });

  test("keeps those on whose strength loose records can be deleted, each of these once", async () => {
    const { lab, keys } = await twelveSegments();
    await putAgain(lab, keys[7]);
    await putAgain(lab, keys[9]);
    const { kept } = await readAll(lab, ALL);
    expect(kept).toEqual([keys[7], keys[0], keys[1]]);
  });

  test("keeps none for what it may not delete yet", async () => {
    const { lab, keys } = await twelveSegments();
    await putAgain(lab, keys[7]);
    const { seen } = await headOf(lab);
    const later = new Map([...seen].map(([id]) => [id, lab.clock.now()]));
    await lab.store.put(`${BASE}h`, encodeHead({ seen: later }).record);
    const { kept } = await readAll(lab, ALL);
    expect(kept).toEqual(keys.slice(0, 3));
  });

  test("knows of the others which loose records they hold", async () => {
    const { lab, keys } = await twelveSegments();
    await putAgain(lab, keys[3]);
    await putAgain(lab, keys[5]);
    await putAgain(lab, keys[7]);
    const { kept, elsewhere } = await readAll(lab, ALL);
    const isKept = new Set(kept);
    const held = [keys[3], keys[5], keys[7]].filter((key) => !isKept.has(key ?? ""));
    expect(held).toHaveLength(2);
    expect([...elsewhere.notToFold].sort()).toEqual(
      held.map((key) => nameOf(key ?? "").max).sort(),
    );
    expect(elsewhere).toMatchObject({ isKnown: true, clearAfter: Number.NEGATIVE_INFINITY });
    expect(elsewhere.replacements.size).toBe(9);
  });
});

describe("of more segments than there are calls for, a pass", () => {
  test.each([
    { random: 0, others: [3, 4, 5] },
    { random: 0.74, others: [3, 4, 5] },
    { random: 0.75, others: [3, 4, 5] },
    { random: 0.84, others: [6, 7, 8] },
    { random: 0.999, others: [11, 3, 4] },
  ])(
    "reads the newest with half of its calls, and the others in turn ($random)",
    async ({ random, others }) => {
      const { lab, keys } = await twelveSegments();
      const calls = await lab.callsOf(() =>
        readAll(lab, { ...ALL, random: () => random }, { maxOperations: 14 }),
      );
      expect(opened(calls)).toEqual([0, 1, 2, ...others].map((n) => keys[n]));
    },
  );

  test("mostly reads those on whose strength something may be deleted", async () => {
    const { lab, keys } = await twelveSegments();
    await putAgain(lab, keys[9]);
    for (const { random, isRead } of [
      { random: 0.74, isRead: true },
      { random: 0.75, isRead: false },
    ]) {
      const calls = await lab.callsOf(() =>
        readAll(lab, { ...ALL, random: () => random }, { maxOperations: 14 }),
      );
      expect(opened(calls).includes(keys[9] ?? "")).toBe(isRead);
    }
    expect(await lab.list({ random: () => 0 }).compact()).toMatchObject({ deleted: 1 });
  });

  test("reads no more when three quarters of its time are over", async () => {
    for (const { ms, read } of [
      { ms: 2_499, read: 3 },
      { ms: 2_500, read: 2 },
    ]) {
      const { lab } = await twelveSegments();
      lab.answer = (operation, _, run) => {
        if (operation === "get") lab.pass(ms);
        return run();
      };
      // The head takes as long as a segment.
      const calls = await lab.callsOf(() => readAll(lab, ALL, { maxMs: 10_000 }));
      expect(opened(calls)).toHaveLength(read);
    }
  });

  test("takes what lies among the ids of those that it didn't read for held by them", async () => {
    const { lab, keys } = await twelveSegments();
    await putAgain(lab, keys[11]);
    const options = { ...ALL, random: () => 0.75 };
    const { elsewhere } = await readAll(lab, options, { maxOperations: 14 });
    expect(elsewhere.isKnown).toBe(false);
    expect([...elsewhere.notToFold]).toEqual([nameOf(keys[11] ?? "").max]);
  });
});

describe("of segments that one which a pass read replaces, where there are no calls for all, a pass", () => {
  /** Segments with removed ids, of which the newest replaces all others. */
  async function replacedByOne() {
    const lab = createLab({ bulkGetKeys: 1 });
    for (const n of numbers(0, 12)) {
      await lab.list().remove(`${n % 10}`.repeat(22));
      await lab.list().compact();
      lab.pass(SECOND);
    }
    return lab;
  }

  test("needs none, since it remembers what they do", async () => {
    const lab = await replacedByOne();
    const live = await liveSegments(lab);
    expect((await lab.keys("segment")).length).toBeGreaterThan(live.length + 6);
    const { elsewhere } = await readAll(lab, {}, { maxOperations: 14 });
    expect(elsewhere).toMatchObject({ isKnown: true, clearAfter: Number.NEGATIVE_INFINITY });
  });

  test("needs all that may know more, since it may have forgotten what is older than the retention", async () => {
    const lab = await replacedByOne();
    lab.pass(RETENTION);
    const { elsewhere } = await readAll(lab, {}, { maxOperations: 14 });
    expect(elsewhere.isKnown).toBe(false);
  });
});
