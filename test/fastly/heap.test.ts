import { describe, expect, test } from "vitest";
import { BEDS } from "./beds.ts";

const HOUR_MS = 60 * 60_000;
const ENTRIES = 100_000;
const SLOW = { timeout: 300_000 };

describe.each(BEDS)("in the 128 MB of $name", ({ missing, open }) => {
  test.skipIf(missing)(`${ENTRIES} compacted entries are read as a stream`, SLOW, async () => {
    const bed = await open("fresh", ["lists"]);
    try {
      for (let n = 0; n < 10; n++) await resultOf(bed.request(`/append-all?count=${ENTRIES / 10}`));
      for (let pass = 0; pass < 3; pass++)
        await resultOf(bed.request(`/compact?aheadMs=${pass * HOUR_MS}`));

      expect(await resultOf(bed.request("/iterate"))).toBe(ENTRIES);
    } finally {
      await bed.stop();
    }
  });
});

async function resultOf(response: Promise<{ status: number; text: string }>): Promise<unknown> {
  const { status, text } = await response;
  expect(status, text).toBe(200);
  return JSON.parse(text).result;
}
