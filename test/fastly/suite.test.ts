import { describe, expect, test } from "vitest";
import { openBeds } from "./beds.ts";
import { storeOfCheck } from "./viceroy/stores.ts";

const beds = await openBeds();
/** The checks are compiled into the service; here they only get their names. */
const names: readonly string[] = JSON.parse((await beds[0].request("/checks")).text).result;
const checks = names.map((name, number) => ({ name, number }));

describe.each(beds)("in $name", ({ isMissing, request }) => {
  test.skipIf(isMissing).each(checks)("$name", async ({ number }) => {
    const { status, text } = await request(`/check?number=${number}&store=${storeOfCheck(number)}`);

    expect(`${status} ${text}`).toBe('200 {"events":[]}');
  });
});
