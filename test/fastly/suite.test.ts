import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BEDS, type Bed } from "./beds.ts";
import { openEngine } from "./engine/engine.ts";
import { kvStore } from "./engine/kv-store.ts";
import { wasmOf } from "./services.ts";

/** The checks are compiled into the service; here they only get their names. */
const names = await checkNames();
const storeOf = (number: number) => `check-${number}`;

describe.each(BEDS)("in $name", ({ missing, open }) => {
  describe.skipIf(missing)("the suite inside the service", () => {
    let bed: Bed;
    beforeAll(async () => {
      bed = await open(
        "fresh",
        names.map((_, number) => storeOf(number)),
      );
    });
    afterAll(() => bed.stop());

    test.each(names.map((name, number) => [name, number] as const))("%s", async (_, number) => {
      const { status, text } = await bed.request(
        `/check?number=${number}&store=${storeOf(number)}`,
      );

      expect(`${status} ${text}`).toBe('200 {"events":[]}');
    });
  });
});

async function checkNames(): Promise<readonly string[]> {
  const engine = await openEngine(wasmOf("fresh"));
  const { responses, output } = await engine.serve([{ path: "/checks" }], {
    stores: { lists: kvStore() },
  });
  const text = responses[0]?.text;
  if (text === undefined)
    throw new Error(`the service gave no list of checks; it printed: ${output}`);
  return JSON.parse(text).result;
}
