import { describe, expect, test } from "vitest";
import { appendEach, createLab, GRACE, HOUR, MINUTE } from "../support/lab.ts";
import { BASE, compact } from "../support/passes.ts";

describe("nothing is deleted", () => {
  test("before the grace period and five minutes since some pass saw the segment stored", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    await compact(lab);
    lab.pass(GRACE + 5 * MINUTE);
    expect(await compact(lab)).toMatchObject({ deleted: 0, remaining: 1 });
    lab.pass(1);
    expect(await compact(lab)).toMatchObject({ deleted: 1, remaining: 0 });
  });

  test("on the strength of a segment that no pass has seen before", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    await compact(lab);
    await lab.store.delete(`${BASE}h`);
    lab.pass(HOUR);
    expect(await compact(lab)).toMatchObject({ deleted: 0, remaining: 1 });
    lab.pass(HOUR);
    expect(await compact(lab)).toMatchObject({ deleted: 1 });
  });
});
