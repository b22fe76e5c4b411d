import { describe, expect, test } from "vitest";
import { APART, appendEach, createLab, GRACE, type Lab, numbers, PASS } from "./support/lab.ts";

/** A list of segments with `each` entries, oldest first, with nothing loose. */
async function inSegments(count: number, each: number): Promise<Lab> {
  const lab = createLab({ segmentBytes: 100 * each });
  await appendEach(
    lab,
    numbers(0, count * each).map((n) => `${n} `.padEnd(70, ".")),
  );
  await lab.passes(3);
  return lab;
}

async function latest(lab: Lab, count: number): Promise<readonly number[]> {
  return (await lab.list<string>().latest(count)).map(({ value }) => Number.parseInt(value, 10));
}

function opened(calls: readonly string[]): number {
  return calls.filter((call) => call.startsWith("get s/")).length;
}

describe("the newest entries", () => {
  test("are read from as few segments as hold them", async () => {
    const lab = await inSegments(6, 4);
    const segments = (await lab.keys("segment")).length;
    expect(segments).toBeGreaterThan(3);
    const costs: number[] = [];
    for (const count of [1, 2, 8, 24, 100]) {
      const calls = await lab.callsOf(async () => {
        expect(await latest(lab, count)).toEqual(numbers(0, 24).slice(-count).reverse());
      });
      costs.push(opened(calls));
    }
    expect(costs[0]).toBe(1);
    expect(costs.at(-1)).toBe(segments);
    expect(costs).toEqual([...costs].sort((one, other) => one - other));
    expect(costs[2]).toBeLessThan(segments);
  });

  test("need no segment where enough is loose and newer", async () => {
    const lab = await inSegments(2, 4);
    await appendEach(lab, ["8", "9", "10"]);
    const calls = await lab.callsOf(async () => {
      expect(await latest(lab, 3)).toEqual([10, 9, 8]);
    });
    expect(calls).toEqual(["list "]);
    const more = await lab.callsOf(async () => {
      expect(await latest(lab, 4)).toEqual([10, 9, 8, 7]);
    });
    expect(opened(more)).toBe(1);
  });

  test("are without what was removed, however old the segment that says so", async () => {
    const lab = await inSegments(3, 4);
    const { entries } = await lab.list().read();
    await lab.list().remove(entries.slice(-2));
    await lab.passes(2);
    await appendEach(lab, ["12"]);
    await lab.passes(2);
    expect(await latest(lab, 2)).toEqual([12, 9]);
  });

  test("are one entry where a key was appended again, however long ago the first time", async () => {
    const lab = await inSegments(3, 4);
    const list = lab.list();
    await list.append("0 again", { key: "k" });
    await lab.passes(3);
    await list.append("1 again", { key: "k" });
    await appendEach(lab, ["2"]);
    expect(await latest(lab, 2)).toEqual([2, 0]);
  });

  test("are read as a whole list is where a key is gone, unreadable, or was listed too slowly", async () => {
    for (const trouble of ["gone", "slow", "gone-segment"] as const) {
      const lab = createLab(APART);
      await appendEach(lab, ["0"]);
      await lab.list().compact();
      await appendEach(lab, ["1", "2"]);
      lab.pass(GRACE);
      const key = (await lab.keys(trouble === "gone-segment" ? "segment" : "batch")).at(-1);
      let times = 1;
      lab.answer = async (operation, asked, run) => {
        if (trouble === "slow" && operation === "list" && times-- > 0) lab.pass(PASS + 1);
        if (trouble !== "slow" && operation === "get" && asked === key && times-- > 0)
          return undefined;
        return await run();
      };
      const calls = await lab.callsOf(async () => {
        expect(await latest(lab, 3)).toEqual([2, 1, 0]);
      });
      expect(calls.filter((call) => call === "list ")).toHaveLength(2);
    }
  });

  test("reject where a record has no known shape", async () => {
    const lab = createLab();
    await appendEach(lab, ["0", "1"]);
    const [key = ""] = await lab.keys("batch");
    await lab.store.put(key, { nothing: "known" });
    await expect(lab.list().latest(1)).rejects.toMatchObject({ code: "record-corrupt" });
  });

  test("took exactly `passMs` to list and count", async () => {
    const lab = createLab();
    await appendEach(lab, ["0"]);
    lab.answer = async (operation, _, run) => {
      if (operation === "list") lab.pass(PASS);
      return await run();
    };
    expect(await lab.callsOf(() => lab.list().latest(1))).toEqual(["list "]);
  });

  test("move the clock on, so that what is appended next stands behind them", async () => {
    const lab = createLab();
    lab.pass(60_000);
    await lab.list().append("ahead");
    lab.pass(-60_000);
    const list = lab.list();
    await list.latest(1);
    await list.append("next");
    expect((await lab.list().read()).values).toEqual(["ahead", "next"]);
  });

  test("are none of an empty list, at the cost of its listing", async () => {
    const lab = createLab();
    expect(await lab.callsOf(() => lab.list().latest(3))).toEqual(["list "]);
  });

  test.each([0, -1, 1.5, Number.NaN])("are never %d of them", async (count) => {
    await expect(createLab().list().latest(count)).rejects.toMatchObject({
      code: "invalid-option",
    });
  });
});
