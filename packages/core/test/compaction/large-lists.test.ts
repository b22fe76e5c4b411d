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
