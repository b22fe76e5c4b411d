import { describe, expect, test } from "vitest";
import { encodeStamp } from "../../src/clock.ts";
import { mayExceedCaps } from "../../src/compaction/cap.ts";
import { NO_ID } from "../../src/key.ts";
import type { Listing } from "../../src/listing-builder.ts";
import {
  APART,
  appendEach,
  createLab,
  GRACE_BETWEEN,
  HOUR,
  NOON,
  numbers,
} from "../support/lab.ts";

function idAt(time: number): string {
  return encodeStamp({ time, counter: 0 }) + "a".repeat(12);
}

/**
 * A listing of batches and segments with these times; a segment holds as many entries as it has
 * times.
 */
function listingOf(batches: readonly number[], segments: readonly (readonly number[])[]): Listing {
  return {
    tombstones: [],
    batches: batches.map((time) => ({ key: "", ref: "", record: undefined, id: idAt(time) })),
    segments: segments.map((times) => ({
      key: "",
      ref: "",
      record: undefined,
      name: {
        id: idAt(NOON),
        min: times[0] === undefined ? NO_ID : idAt(times[0]),
        max: idAt(times.at(-1) ?? 0),
        count: times.length,
        bytes: 1,
        removedAt: 0,
      },
    })),
    unknown: [],
    startedAt: NOON,
    finishedAt: NOON,
    pages: 1,
    complete: true,
  };
}

describe("whether a cap may have to remove something is told from the keys alone", () => {
  const caps = { maxEntries: undefined, maxAgeMs: undefined };

  test("by their number, where all entries are in segments", () => {
    const two = { ...caps, maxEntries: 2 };
    expect(mayExceedCaps(listingOf([], [[NOON], [NOON]]), two, NOON)).toBe(false);
    expect(mayExceedCaps(listingOf([], [[NOON, NOON], [NOON]]), two, NOON)).toBe(true);
    expect(mayExceedCaps(listingOf([NOON], []), two, NOON)).toBe(true);
    expect(mayExceedCaps(listingOf([], []), two, NOON)).toBe(false);
    expect(mayExceedCaps(listingOf([NOON], [[NOON]]), caps, NOON)).toBe(false);
  });

  test("by their age", () => {
    const hour = { ...caps, maxAgeMs: HOUR };
    for (const listing of [listingOf([NOON], []), listingOf([], [[NOON, NOON + HOUR]])]) {
      expect(mayExceedCaps(listing, hour, NOON + HOUR)).toBe(false);
      expect(mayExceedCaps(listing, hour, NOON + HOUR + 1)).toBe(true);
      expect(mayExceedCaps(listing, caps, NOON + HOUR + 1)).toBe(false);
    }
    expect(mayExceedCaps(listingOf([NOON + 9], [[]]), hour, NOON + HOUR + 9)).toBe(false);
  });
});

describe("a cap", () => {
  test("keeps the newest entries, and costs nothing while none is too many", async () => {
    const lab = createLab();
    await appendEach(lab, numbers(0, 10));
    for (let pass = 0; pass < 3; pass++) {
      await lab.list({ maxEntries: 10 }).compact();
      lab.pass(GRACE_BETWEEN);
    }
    expect(await lab.keys("tombstone")).toEqual([]);
    const idle = await lab.callsOf(() => lab.list({ maxEntries: 10 }).compact());
    expect(idle).toEqual(["list "]);
    await lab.list({ maxEntries: 4 }).compact();
    expect(await lab.keys("tombstone")).toHaveLength(1);
    expect((await lab.list().read()).values).toEqual(numbers(6, 10));
  });

  test("folds the tombstone it writes in the same pass", async () => {
    const lab = createLab();
    await appendEach(lab, numbers(0, 3));
    const report = await lab.list({ maxEntries: 2 }).compact();
    expect(report).toMatchObject({ absorbed: 4, remaining: 4, written: 1 });
    lab.pass(GRACE_BETWEEN);
    expect(await lab.list({ maxEntries: 2 }).compact()).toMatchObject({ deleted: 4, remaining: 0 });
  });

  test("removes what is too old, to the millisecond", async () => {
    const lab = createLab();
    await appendEach(lab, ["a", "b"]);
    lab.pass(NOON + HOUR - lab.clock.now());
    await lab.list({ maxAgeMs: HOUR }).compact();
    expect((await lab.list().read()).values).toEqual(["a", "b"]);
    lab.pass(1);
    await lab.list({ maxAgeMs: HOUR }).compact();
    expect((await lab.list().read()).values).toEqual(["b"]);
  });

  test("removes nothing while a record can't be read", async () => {
    const lab = createLab(APART);
    await appendEach(lab, numbers(0, 6));
    const [key = ""] = await lab.keys("batch");
    await lab.store.put(key, { nothing: "known" });
    await lab.list({ maxEntries: 1 }).compact();
    expect(await lab.keys("tombstone")).toEqual([]);
  });

  test("removes also what stands in segments that memory doesn't hold at once", async () => {
    const lab = createLab({ segmentBytes: 400 });
    await appendEach(
      lab,
      numbers(0, 12).map((n) => `${n}`.padEnd(300, ".")),
    );
    await lab.passes(12);
    expect(await lab.keys("batch")).toEqual([]);
    const before = (await lab.list().read()).values;
    await lab.list({ maxEntries: 5 }).compact();
    expect((await lab.list().read()).values).toEqual(before.slice(-5));
  });

  test("reads all segments that it needs, and removes across them", async () => {
    const lab = createLab({ segmentBytes: 400 });
    await appendEach(
      lab,
      numbers(0, 2).map((n) => `${n}`.padEnd(300, ".")),
    );
    await lab.passes(3);
    expect((await lab.keys("segment")).length).toBeGreaterThan(1);
    await lab.list({ maxEntries: 1 }).compact();
    expect((await lab.list<string>().read()).values.map((value) => value.charAt(0))).toEqual(["1"]);
  });
});
