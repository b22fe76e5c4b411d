import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { changedText } from "../../simulation/mutants/load-mutant.ts";
import { BROKEN_DESIGNS } from "./broken/designs.ts";

const CONFIG = fileURLToPath(import.meta.resolve("./broken/vitest.config.ts"));
const ROOT = fileURLToPath(import.meta.resolve("../../../"));
const VITEST = join(fileURLToPath(import.meta.resolve("vitest/package.json")), "../vitest.mjs");

/** What vitest's JSON report says, as far as it matters here. */
interface Report {
  readonly numFailedTests: number;
  readonly numPassedTests: number;
}

test.concurrent.each(BROKEN_DESIGNS)(
  "this suite fails over $name",
  { timeout: 60_000 },
  async (design) => {
    // Says so where the place of a change is gone.
    changedText(design);
    const report = await runSuite(design.name, design.caughtBy);
    expect(report.numFailedTests).toBeGreaterThan(0);
  },
);

async function runSuite(design: string, file: string): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "broken-design-"));
  const output = join(folder, "report.json");
  const reporting = ["--reporter", "json", "--outputFile", output];
  const args = [VITEST, "run", "--config", CONFIG, ...reporting, `test/cases/${file}`];
  const env = { ...process.env, BROKEN_DESIGN: design };
  try {
    // A run with failing tests ends with an error; what counts is the report.
    await promisify(execFile)(process.execPath, args, { cwd: ROOT, env }).catch(() => undefined);
    return JSON.parse(await readFile(output, "utf8")) as Report;
  } finally {
    await rm(folder, { recursive: true });
  }
}
