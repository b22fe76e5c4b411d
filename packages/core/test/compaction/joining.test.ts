import { describe, expect, test } from "vitest";
import { createListStore } from "../../src/list-store.ts";
import { seededRandom } from "../../src/testing/seeded-random.ts";
import { appendEach, createLab, GRACE_BETWEEN, numbers } from "../support/lab.ts";
import { BASE, nameOf, newestSegment, opened, segmentOf } from "../support/passes.ts";

describe("a pass that joins segments", () => {
  test("names them as replaced, and counts them among what remains", async () => {
    const lab = createLab();
    await appendEach(lab, [0]);
    await lab.list().compact();
    const first = nameOf(await newestSegment(lab));
    await appendEach(lab, numbers(1, 31));
    expect(await lab.list().compact()).toMatchObject({ absorbed: 31, written: 1, remaining: 32 });
    expect((await segmentOf(lab, await newestSegment(lab))).replaces).toEqual([first.id]);
    expect(await lab.list().compact()).toMatchObject({ written: 0, remaining: 32 });
    await lab.passes(1);
    expect(await lab.list().compact()).toMatchObject({ deleted: 32, remaining: 0 });
  });

  test("opens one that it had no other reason to read", async () => {
    const lab = createLab();
    await appendEach(lab, [0]);
    await lab.passes(2);
    const settled = await newestSegment(lab);
    await appendEach(lab, numbers(1, 31));
    const calls = await lab.callsOf(async () => {
      expect(await lab.list().compact()).toMatchObject({ absorbed: 31, written: 1 });
    });
    expect(opened(calls)).toEqual([settled]);
    expect((await segmentOf(lab, await newestSegment(lab))).entries).toHaveLength(31);
  });

  test("joins one with one loose record", async () => {
    const lab = createLab();
    await appendEach(lab, [0]);
    await lab.passes(2);
    await appendEach(lab, ["x".repeat(1_000)]);
    expect(await lab.list().compact()).toMatchObject({ absorbed: 2, written: 1 });
  });

  test("writes nothing where all that it would join is segments, and one can't be opened", async () => {
    const lab = createLab();
    for (const n of numbers(0, 4)) {
      await appendEach(lab, [n]);
      await lab.passes(1);
    }
    const segments = await lab.keys("segment");
    expect(segments).toHaveLength(4);
    lab.answer = async (operation, key, run) =>
      operation === "get" && key === segments[1] ? undefined : await run();
    expect(await lab.list().compact()).toMatchObject({ absorbed: 0, written: 0 });
    expect(await lab.keys("segment")).toEqual(segments);
    lab.answer = (_, __, run) => run();
    await appendEach(lab, [4]);
    expect(await lab.list().compact()).toMatchObject({ absorbed: 5, written: 1 });
  });

  test("leaves out one that it can't open, and loses nothing", async () => {
    const lab = createLab();
    await appendEach(lab, [0]);
    await lab.passes(2);
    const hidden = await newestSegment(lab);
    await appendEach(lab, numbers(1, 31));
    lab.answer = async (operation, key, run) =>
      operation === "get" && key === hidden ? undefined : await run();
    expect(await lab.list().compact()).toMatchObject({ absorbed: 30, written: 1 });
    expect((await segmentOf(lab, await newestSegment(lab))).replaces).toEqual([]);
    lab.answer = (_, __, run) => run();
    expect((await lab.list().read()).values).toEqual(numbers(0, 31));
  });

  test("goes on naming what was replaced while it may still be listed somewhere", async () => {
    for (const { later, isListed, isNamed } of [
      { later: 0, isListed: false, isNamed: true },
      { later: GRACE_BETWEEN, isListed: false, isNamed: false },
      { later: GRACE_BETWEEN, isListed: true, isNamed: true },
    ]) {
      const lab = createLab();
      await appendEach(lab, [0]);
      await lab.list().compact();
      const first = await newestSegment(lab);
      await appendEach(lab, numbers(1, 31));
      await lab.list().compact();
      lab.pass(later);
      await appendEach(lab, numbers(31, 300));
      lab.answer = async (operation, _, run) => {
        const page = await run();
        if (operation !== "list") return page;
        const { records } = page as { records: { key: string }[] };
        return { records: records.filter(({ key }) => isListed || key !== first) };
      };
      await lab.list().compact();
      const { replaces } = await segmentOf(lab, await newestSegment(lab));
      expect(replaces.length).toBe(isNamed ? 2 : 1);
      expect(replaces.includes(nameOf(first).id)).toBe(isNamed);
    }
  });

  test("joins two that hold the same where chance says so, and else leaves them to another", async () => {
    for (const { random, segments } of [
      { random: 0.5, segments: 2 },
      { random: 0.49, segments: 3 },
    ]) {
      const lab = createLab();
      await appendEach(lab, numbers(0, 3));
      await Promise.all([lab.list().compact(), lab.list().compact()]);
      expect(await lab.keys("segment")).toHaveLength(2);
      await lab.list({ random: () => random }).compact();
      expect(await lab.keys("segment")).toHaveLength(segments);
      expect((await lab.list().read()).values).toEqual(numbers(0, 3));
    }
  });
});

test("segments that turn out too large for one record stay as they are, and no pass rejects", async () => {
  const lab = createLab({ valueBytes: 100_000, segmentBytes: 50_000 });
  await appendEach(lab, numbers(0, 20));
  const large = numbers(0, 5).map((n) => `${n} `.padEnd(45_000, "."));
  const list = lab.list();
  const ids: string[] = [];
  for (const value of large) ids.push((await list.append(value)).id);
  const random = seededRandom(2);
  // With another seed two of them may be seen without the others, and fit.
  // Passes at once, each of which sees all that is small and one that is large.
  for (const own of ids) {
    const seen = lab.store.list;
    const store = {
      ...lab.store,
      list: async (prefix: string, cursor?: string) => {
        const { records, ...rest } = await seen(prefix, cursor);
        const isOther = (key: string) => ids.some((id) => id !== own && key.endsWith(id));
        const isSegment = (key: string) => key.startsWith(`${BASE}s/`);
        return {
          ...rest,
          records: records.filter(({ key }) => !isOther(key) && !isSegment(key)),
        };
      },
    };
    await createListStore(store, { clock: lab.clock, random }).list("guests").compact();
  }
  const segments = await lab.keys("segment");
  for (let pass = 0; pass < 30; pass++, lab.pass(GRACE_BETWEEN))
    await lab.list({ random }).compact();
  expect(await lab.keys("segment")).toEqual(segments);
  const { values } = await lab.list().read();
  expect(values).toEqual([...numbers(0, 20), ...large]);
  expect(await lab.keys("batch")).toEqual([]);
});
