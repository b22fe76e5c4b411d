import { describe, expect, test } from "vitest";
import type { CompactOptions } from "../../src/compaction/report.ts";
import { batchKey } from "../../src/key.ts";
import { encodeBatch } from "../../src/record/batch.ts";
import {
  APART,
  appendEach,
  createLab,
  HOUR,
  type Lab,
  MINUTE,
  numbers,
  RETENTION,
  SECOND,
} from "../support/lab.ts";
import {
  BASE,
  LONG_AGO,
  liveSegments,
  nameOf,
  oneByOne,
  opened,
  segmentOf,
} from "../support/passes.ts";

/** A list of so many segments, each of which remembers a removed id, and nothing loose. */
async function rememberingRemovals(count: number): Promise<Lab> {
  const lab = createLab({ segmentBytes: 500 });
  const list = oneByOne(lab);
  for (const n of numbers(0, count)) {
    const { id } = await list.append("removed");
    await list.append(`${n} `.padEnd(400, "."));
    await list.remove(id);
    await list.compact();
    lab.pass(HOUR / 2);
  }
  while ((await lab.keys()).some((key) => /\/[de]\//.test(key))) {
    await list.compact();
    lab.pass(HOUR / 2);
  }
  return lab;
}

async function passesOf(lab: Lab, count: number, options: CompactOptions): Promise<void> {
  for (const _ of numbers(0, count)) {
    await oneByOne(lab).compact(options);
    lab.pass(MINUTE);
  }
}

describe("where more segments remember removed ids than a pass may read, passes", () => {
  test("go on folding what is new, and deleting what was folded", async () => {
    const lab = await rememberingRemovals(20);
    const holders = (await liveSegments(lab)).filter((key) => nameOf(key).removedAt > 0);
    expect(holders.length).toBeGreaterThan(15);
    lab.pass(HOUR);
    const list = oneByOne(lab);
    for (const n of numbers(0, 30)) await list.append(`new ${n}`);
    await passesOf(lab, 60, { maxOperations: 10 });
    expect(await lab.keys("batch")).toEqual([]);
    const { values } = await lab.list().read();
    expect(values.slice(-30)).toEqual(numbers(0, 30).map((n) => `new ${n}`));
    expect(values).toHaveLength(50);
  });

  test("join no segment that may hold an entry which one that they didn't read remembers as removed", async () => {
    const lab = await rememberingRemovals(20);
    const before = new Set(await lab.keys("segment"));
    lab.pass(HOUR);
    await oneByOne(lab).append("new");
    await passesOf(lab, 30, { maxOperations: 10 });
    const written = (await lab.keys("segment")).filter((key) => !before.has(key));
    expect(written).not.toEqual([]);
    for (const key of written) {
      const { entries: held } = await segmentOf(lab, key);
      expect(held.map(({ value }) => value).filter((value) => value !== "new")).toEqual([]);
    }
  });

  test("leave what is older than one that they didn't read to a pass that can read it", async () => {
    const lab = await rememberingRemovals(20);
    await lab.store.put(batchKey(BASE, LONG_AGO), encodeBatch([{ value: "late" }]));
    const isHeld = async () => {
      const segments = await Promise.all(
        (await lab.keys("segment")).map((key) => segmentOf(lab, key)),
      );
      return segments.some(({ entries }) => entries.some(({ id }) => id === LONG_AGO));
    };
    await passesOf(lab, 30, { maxOperations: 10 });
    expect(await isHeld()).toBe(false);
    await oneByOne(lab).compact();
    expect(await isHeld()).toBe(true);
  });
});

describe("a pass that has no calls left to read a tombstone", () => {
  test("folds no batch that it may name", async () => {
    const lab = createLab(APART);
    const list = oneByOne(lab);
    const before = await list.append("before");
    lab.pass(HOUR);
    for (const id of ["a", "b", "c", "d", "e", "f", "g", "h"]) await list.remove(id.repeat(22));
    await list.remove(before);
    lab.pass(HOUR);
    const after = await list.append("after");
    await list.compact({ maxOperations: 14 });
    const segments = await Promise.all(
      (await lab.keys("segment")).map((key) => segmentOf(lab, key)),
    );
    const folded = segments.flatMap(({ entries }) => entries.map(({ id }) => id));
    expect(folded).toEqual([after.id]);
    expect((await list.read()).values).toEqual(["after"]);
  });

  test("leaves it to the next, until none is left", async () => {
    const lab = createLab(APART);
    const list = oneByOne(lab);
    for (const n of numbers(0, 10)) {
      await list.append(`${n} `.padEnd(200, "."));
      await list.remove(`${n}`.repeat(22));
      await list.compact({ minBatches: 1 });
      lab.pass(HOUR);
    }
    for (const n of numbers(0, 30)) await list.remove(`${n % 10}${n}`.padEnd(22, "a"));
    await passesOf(lab, 90, { maxOperations: 20 });
    expect((await lab.keys()).filter((key) => /\/[de]\//.test(key))).toEqual([]);
  });
});

describe("a pass that reads few segments at once", () => {
  test("gives others than the newest their turn", async () => {
    const lab = await rememberingRemovals(20);
    const remembering = (await lab.keys("segment")).filter((key) => nameOf(key).removedAt > 0);
    expect(remembering.length).toBeGreaterThan(15);
    const read = new Set<string>();
    for (const _ of numbers(0, 300)) {
      await oneByOne(lab).append("new");
      const calls = await lab.callsOf(() => oneByOne(lab).compact({ maxOperations: 10 }));
      for (const key of opened(calls)) read.add(key);
      lab.pass(MINUTE);
    }
    const isListed = new Set(await lab.keys("segment"));
    const unread = remembering.filter((key) => isListed.has(key) && !read.has(key));
    expect(unread).toEqual([]);
    expect(read.size).toBeGreaterThan(15);
  });
});

test("what a pass can delete is read before what it needs for forgetting alone", async () => {
  const lab = createLab({ inlineBytes: 324, valueBytes: 65_000, segmentBytes: 52_000 });
  const list = oneByOne(lab);
  for (const n of numbers(0, 120)) {
    await list.append(`${n} `.padEnd(2_000, "."));
    await list.remove(await list.appendAll(numbers(0, 20)));
    lab.pass(SECOND);
    if (n % 10 === 9) await list.compact({ maxOperations: 100 });
  }
  for (const _ of numbers(0, 6)) await list.compact({ maxOperations: 100 });
  // Removed ids are due to be forgotten before the first of these keys was deleted.
  lab.pass(1.3 * RETENTION);
  await passesOf(lab, 240, { maxOperations: 100 });
  expect(await lab.keys("tombstone")).toEqual([]);
  expect((await lab.list().read()).values).toHaveLength(120);
});

test("a segment that was replaced goes, too, where a pass had calls for the loose records alone", async () => {
  const lab = createLab();
  const first = await lab.list().append("first");
  await lab.passes(2);
  await lab.list().remove(first);
  await appendEach(lab, numbers(0, 30));
  await lab.passes(1);
  await lab.list().compact({ maxOperations: 36 });
  await lab.passes(2);
  expect(await lab.keys("segment")).toHaveLength(1);
  expect(await lab.keys()).toHaveLength(2);
});
