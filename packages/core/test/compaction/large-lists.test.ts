import { describe, expect, test } from "vitest";
import { createLab, GRACE, MINUTE, numbers } from "../support/lab.ts";
import { oneByOne } from "../support/passes.ts";

/** A pass a minute: so many see the grace period out, and what clocks may differ by. */
const IDLE = 21;

describe("a list many times as large as what a pass keeps in memory, on which three passes of 100 calls worked at once,", () => {
  test.each([
    { reads: "one by one", removes: false },
    { reads: "one by one", removes: true },
    { reads: "in bulk", removes: true },
  ])(
    "comes to rest soon after the grace period (reads $reads, removes: $removes)",
    async ({ reads, removes }) => {
      const lab = createLab({ segmentBytes: 2_000 });
      const open = () => (reads === "in bulk" ? lab.list() : oneByOne(lab));
      const list = open();
      for (const n of numbers(0, 200)) {
        const entry = await list.append(`${n} `.padEnd(400, "."));
        if (removes && n % 5 === 0) await list.remove(entry);
        if (n % 25 === 24) {
          await open().compact({ maxOperations: 5_000 });
          lab.pass(2 * GRACE);
        }
      }
      for (const _ of numbers(0, 60)) {
        for (const n of numbers(0, 5)) await list.append(`more ${n} `.padEnd(300, "."));
        await Promise.all(numbers(0, 3).map(() => open().compact({ maxOperations: 100 })));
        lab.pass(MINUTE);
      }

      let writes = 0;
      let passes = 0;
      for (let idle = 0; idle < IDLE; passes++) {
        const { written, deleted } = await open().compact({ maxOperations: 100 });
        writes += written + deleted;
        idle = written + deleted === 0 ? idle + 1 : 0;
        lab.pass(MINUTE);
      }

      expect(writes).toBeGreaterThan(0);
      expect(passes - IDLE).toBeLessThan(60);
      expect((await lab.keys()).filter((key) => /\/[de]\//.test(key))).toEqual([]);
      expect((await lab.list().read()).values).toHaveLength(removes ? 460 : 500);
      expect(await lab.list().verify()).toMatchObject({ ok: true });
    },
  );
});

test.each([
  { calls: 20, atOnce: 1, most: 40 },
  { calls: 40, atOnce: 1, most: 50 },
  { calls: 100, atOnce: 3, most: 200 },
])(
  "$atOnce passes of $calls calls a minute keep a list of few segments while it is written to and removed from",
  async ({ calls, atOnce, most }) => {
    const lab = createLab();
    const list = oneByOne(lab);
    const appended: string[] = [];
    let segments = 0;
    for (const minute of numbers(0, 300)) {
      appended.push((await list.append(minute)).id);
      if (minute % 2 === 0) await list.remove(appended.splice(0, 1));
      await Promise.all(
        numbers(0, atOnce).map(() => oneByOne(lab).compact({ maxOperations: calls })),
      );
      lab.pass(MINUTE);
      segments = Math.max(segments, (await lab.keys("segment")).length);
    }
    expect(segments).toBeLessThan(most);
    // What came in during the grace period and what clocks may differ by, and what a few passes left.
    expect((await lab.keys("batch")).length).toBeLessThan(30);
    expect((await lab.list().read()).entries.map(({ id }) => id)).toEqual(appended);
  },
);
