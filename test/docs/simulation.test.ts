import { expect, test } from "vitest";
import { MUTANTS } from "../simulation/mutants/mutants.ts";
import { PROFILES } from "../simulation/profiles.ts";
import { tableUnder, textOf } from "./markdown.ts";

const DOCUMENT = "docs/simulation.md";

test("the page on the simulation names every profile, in order", () => {
  const named = tableUnder(DOCUMENT, "Profiles").map(([name]) => name);

  expect(named).toEqual(PROFILES.map(({ name }) => name));
});

test("it names every mutant, in order, and where it is looked for", () => {
  const named = tableUnder(DOCUMENT, "Mutants").map(([name, where]) => [name, where]);

  expect(named).toEqual(MUTANTS.map(({ name, caughtBy }) => [name, caughtBy ?? "all profiles"]));
});

test("it names everything that the simulation has found", () => {
  const named = textOf(DOCUMENT).matchAll(/^- \*\*(.+?)\.\*\*/gm);
  const found = textOf("test/simulation/found.test.ts").matchAll(/^test\("(.+?)",/gm);

  expect([...named].map(([, name]) => name)).toEqual([...found].map(([, name]) => name));
});
