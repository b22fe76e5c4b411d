import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import type { Catch } from "./hunt.ts";
import { MUTANTS, type Mutant } from "./mutants.ts";

/** Node's own loader swaps the mutant's module in, so each hunt is a process of its own. */
async function hunt({ name }: Mutant, where?: string): Promise<Catch | null> {
  const program = fileURLToPath(new URL("hunt.ts", import.meta.url).href);
  const flags = ["--conditions=source", "--disable-warning=ExperimentalWarning"];
  const args = ["--mutant", name, ...(where === undefined ? [] : ["--profile", where])];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, ...args]);
  return JSON.parse(stdout);
}

const caught: string[] = [];

test.each(MUTANTS)(
  "it is noticed that $name",
  async (mutant) => {
    const found = await hunt(mutant);

    expect(found).not.toBeNull();
    caught.push(`| ${mutant.name} | ${found?.where} | ${found?.tries} | ${found?.what} |`);
  },
  180_000,
);

test("the small models notice it, too, when the order of reading is turned round", async () => {
  const [reversed] = MUTANTS;

  expect(await hunt(reversed as Mutant, "small models")).toMatchObject({
    what: expect.stringMatching(/^P2/),
  });
}, 180_000);

afterAll(() => {
  console.log(["| mutant | noticed by | tries | how |", "|---|---|---|---|", ...caught].join("\n"));
});
