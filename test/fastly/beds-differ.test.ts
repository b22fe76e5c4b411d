import { describe, expect, test } from "vitest";
import { openBeds } from "./beds.ts";

/**
 * Where the two beds answer the binding in different ways. The adapter makes none of these calls:
 * the core's keys have no dot before a slash, and an empty prefix is left out.
 */
const DIFFERENCES = [
  {
    what: "a dot before a slash in a key",
    path: "/raw?call=put&store=differences&key=a./b",
    answers: { "the engine in Node": "resolved", Viceroy: "Error: put: Invalid argument." },
  },
  {
    what: "an empty prefix",
    path: "/raw?call=list&store=differences&key=",
    answers: { "the engine in Node": "resolved", Viceroy: "Error: list: Invalid argument." },
  },
] as const;

describe.each(await openBeds())("in $name", ({ name, isMissing, request }) => {
  test.skipIf(isMissing).each(DIFFERENCES)("$what", async ({ path, answers }) => {
    const { text } = await request(path);

    expect(JSON.parse(text).result).toBe(answers[name as keyof typeof answers]);
  });
});
