import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json.ts";
import { appendEach, createLab, GRACE_BETWEEN, numbers } from "../support/lab.ts";
import { newestSegment } from "../support/passes.ts";

test("what is damaged goes into no new segment, and what is sound is not deleted for it", async () => {
  const lab = createLab();
  await appendEach(lab, ["a", "b", "c"]);
  await lab.list().compact();
  const batches = await lab.keys("batch");
  const key = await newestSegment(lab);
  const record = (await lab.store.get(key)) as JsonObject;
  await lab.store.put(key, { ...record, values: ["a", "damaged", "c"] }, { inline: false });

  for (const round of numbers(0, 4)) {
    await appendEach(lab, numbers(10 * round, 10 * round + 9));
    await lab.passes(2);
  }

  expect(await lab.keys()).toEqual(expect.arrayContaining([...batches, key]));
  const { ok, problems } = await lab.list().verify();
  expect(ok).toBe(false);
  expect(problems.map((problem) => problem.kind)).toContain("checksum");
});

test("what can't be read keeps no other segments from being joined", async () => {
  const lab = createLab();
  await appendEach(lab, ["a"]);
  await lab.list().compact();
  const key = await newestSegment(lab);
  await lab.store.put(key, { segment: 2 }, { inline: false });
  for (const round of numbers(0, 30)) {
    await appendEach(lab, [round]);
    await lab.passes(1);
  }
  // Every entry in a segment that is four times as large as the one before, and those that wait for their grace period.
  expect((await lab.keys("segment")).length).toBeLessThan(8);
  expect(await lab.store.get(key)).toEqual({ segment: 2 });
  const { values } = await lab.list().read({ allowIncomplete: true });
  expect(values).toEqual(expect.arrayContaining(numbers(0, 30)));
});

test("a damaged segment is never joined with its twin", async () => {
  const lab = createLab();
  await appendEach(lab, ["a", "b", "c"]);
  await Promise.all([lab.list().compact(), lab.list().compact()]);
  const [key = ""] = await lab.keys("segment");
  const record = (await lab.store.get(key)) as JsonObject;
  await lab.store.put(key, { ...record, values: ["a", "b", "damaged"] }, { inline: false });
  let written = 0;
  for (const _ of numbers(0, 40)) {
    written += (await lab.list().compact()).written;
    lab.pass(GRACE_BETWEEN);
  }
  expect(written).toBe(0);
  expect(await lab.keys("segment")).toHaveLength(2);
});
