import { expect, test } from "vitest";
import { createLab, type Lab, MINUTE, numbers } from "../support/lab.ts";
import { segmentOf } from "../support/passes.ts";

/** How many entries stand in more than one segment. */
async function repeated(lab: Lab): Promise<number> {
  const held = await Promise.all((await lab.keys("segment")).map((key) => segmentOf(lab, key)));
  const ids = held.flatMap(({ entries }) => entries.map(({ id }) => id));
  return ids.length - new Set(ids).size;
}

test.each([2, 3, 4])(
  "%i passes at once, each minute, leave as many segments as they write",
  async (atOnce) => {
    const lab = createLab();
    const counts: number[] = [];
    for (let minute = 0; minute < 60; minute++) {
      for (const n of numbers(0, 3)) await lab.list().append(3 * minute + n);
      lab.pass(MINUTE);
      await Promise.all(numbers(0, atOnce).map(() => lab.list().compact()));
      counts.push((await lab.keys("segment")).length);
    }

    // A segment stays for the grace period and its allowance, and a pass writes two or three in a minute.
    expect(Math.max(...counts)).toBeLessThan(25 * 3 * atOnce);
    expect(Math.max(...counts.slice(-20))).toBeLessThan(1.3 * Math.max(...counts.slice(20, 40)));
    expect((await lab.list().read()).values).toHaveLength(180);
    // Chance may leave some as they are until something new comes.
    for (let round = 0; (await repeated(lab)) > 0; round++) {
      await lab.list().append("more");
      await lab.passes(2);
      expect(round).toBeLessThan(20);
    }
    const keys = await lab.keys();
    expect(keys.filter((key) => /\/[de]\//.test(key))).toEqual([]);
  },
);

test.each([
  { atOnce: 2, minutes: 6 },
  { atOnce: 2, minutes: 60 },
  { atOnce: 3, minutes: 10 },
  { atOnce: 4, minutes: 20 },
])(
  "$atOnce passes at once, $minutes minutes after the last, come to rest",
  async ({ atOnce, minutes }) => {
    const lab = createLab();
    const list = lab.list();
    await list.append("a");
    await list.append("b");
    const written: number[] = [];
    for (let round = 0; round < 60; round++) {
      const passes = numbers(0, atOnce).map(() => lab.list().compact());
      const reports = await Promise.all(passes);
      written.push(reports.reduce((sum, report) => sum + report.written, 0));
      lab.pass(minutes * MINUTE);
    }
    expect(written[0]).toBe(atOnce);
    expect(written.slice(-30)).toEqual(numbers(0, 30).map(() => 0));
    expect((await lab.list().read()).values).toEqual(["a", "b"]);
  },
);

test("two passes at once don't rewrite segments that are nearly half full at every turn", async () => {
  const lab = createLab({ segmentBytes: 2_000 });
  const list = lab.list();
  for (const n of numbers(0, 2)) await list.append(`${n} `.padEnd(300, "."));
  const written: number[] = [];
  for (let round = 0; round < 60; round++) {
    const reports = await Promise.all(numbers(0, 2).map(() => lab.list().compact()));
    written.push(reports.reduce((sum, report) => sum + report.written, 0));
    lab.pass(20 * MINUTE);
  }
  expect(written.slice(-30)).toEqual(numbers(0, 30).map(() => 0));
});
