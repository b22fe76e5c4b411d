import { describe, expect, test } from "vitest";
import { type BedResponse, openBeds } from "./beds.ts";

const HOUR_MS = 60 * 60_000;
const ENTRIES = 100_000;
const APPENDS = 10;
const SLOW = { timeout: 300_000 };

describe.each(await openBeds())("in the 128 MB of $name", ({ isMissing, request }) => {
  test.skipIf(isMissing)(`${ENTRIES} compacted entries are read as a stream`, SLOW, async () => {
    const call = async (path: string) => resultOf(await request(`${path}&store=heap`));
    for (let n = 0; n < APPENDS; n++) await call(`/append-all?count=${ENTRIES / APPENDS}`);
    for (let pass = 0; pass < 3; pass++) await call(`/compact?aheadMs=${pass * HOUR_MS}`);

    expect(await call("/iterate?")).toBe(ENTRIES);
  });
});

function resultOf({ status, text }: BedResponse): unknown {
  expect(status, text).toBe(200);
  return JSON.parse(text).result;
}
