import { describe, expect, test } from "vitest";
import { tableUnder } from "./markdown.ts";
import { measuredCost } from "./measured-costs.ts";

const guarantees = tableUnder("docs/guarantees.md", "Costs in store calls");
const readme = tableUnder("README.md", "What is promised, and what it costs").flatMap(
  ([, cost = ""]) => {
    const [, call, calls] = /^(.+): (.+)$/.exec(cost) ?? [];
    return call === undefined || calls === undefined ? [] : [[call, calls] as const];
  },
);

describe("the docs name the store calls that are made", () => {
  test.each(guarantees)("for %s: %s", async (call, cost) => {
    expect(cost).toBe(await measuredCost(call ?? ""));
  });

  test.each(readme)("in the README, for %s: %s", async (call, cost) => {
    expect(cost).toBe(await measuredCost(call));
  });

  test("and the tables were found", () => {
    expect([guarantees.length > 10, readme.length > 5]).toEqual([true, true]);
  });
});
