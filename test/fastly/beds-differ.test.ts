import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BEDS, type Bed } from "./beds.ts";

/**
 * Where the two beds answer the binding in different ways. The adapter makes none of these calls: the
 * core's keys have no dot before a slash, and an empty prefix is left out.
 */
const DIFFERENCES = [
  {
    what: "a dot before a slash in a key",
    path: "/raw?call=put&key=a./b",
    answers: { "the engine in Node": "resolved", Viceroy: "Error: put: Invalid argument." },
  },
  {
    what: "an empty prefix",
    path: "/raw?call=list&key=",
    answers: { "the engine in Node": "resolved", Viceroy: "Error: list: Invalid argument." },
  },
] as const;

describe.each(BEDS)("in $name", ({ name, missing, open }) => {
  describe.skipIf(missing)("what Viceroy refuses, and the runtime doesn't", () => {
    let bed: Bed;
    beforeAll(async () => {
      bed = await open("fresh", ["lists"]);
    });
    afterAll(() => bed.stop());

    test.each(DIFFERENCES)("$what", async ({ path, answers }) => {
      const { text } = await bed.request(path);

      expect(JSON.parse(text).result).toBe(answers[name as keyof typeof answers]);
    });
  });
});
