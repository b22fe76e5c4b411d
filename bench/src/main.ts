import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { isBenchmarkName } from "./benchmarks.ts";
import { writeDocument } from "./document/write-document.ts";
import { fillQuotes, quotes } from "./quotes.ts";
import {
  BENCHMARK_NAMES,
  type BenchmarkName,
  DOCS,
  type Measured,
  RESULTS_FILE,
  type Results,
  readPartialResults,
  readResults,
} from "./results.ts";

// `pnpm bench` runs all benchmarks, `pnpm bench reading size` two of them; then the document is written anew from all
// results, and what the README quotes of them. `--quick` uses tiny sizes and leaves its results in a folder that isn't
// kept, `--document` only writes.

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    document: { type: "boolean", default: false },
  },
});
const unknown = positionals.filter((name) => !isBenchmarkName(name));
if (unknown.length > 0) {
  console.error(`no benchmark is called ${unknown.join(", ")}: ${BENCHMARK_NAMES.join(", ")}`);
  process.exit(1);
}
const folder = options.quick ? join(import.meta.dirname, "../dist/quick") : DOCS;
mkdirSync(folder, { recursive: true });
const wanted = positionals.length > 0 ? positionals.filter(isBenchmarkName) : BENCHMARK_NAMES;
for (const name of options.document ? [] : wanted) keep(name, await runApart(name));
const results = readResults(folder);
writeDocument(results, folder);
if (!options.quick) {
  const readme = join(DOCS, "../README.md");
  writeFileSync(readme, fillQuotes(readFileSync(readme, "utf8"), quotes(results)));
}
console.log(`wrote ${join(folder, "benchmarks.md")}`);

/** Runs a benchmark in a process of its own: none inherits the heap and the compiled code of another. */
async function runApart(name: BenchmarkName): Promise<Measured<unknown>> {
  console.log(`\n${name}`);
  const answer = join(folder, `${name}.tmp.json`);
  const child = promisify(execFile)(process.execPath, [
    "--disable-warning=ExperimentalWarning",
    "--conditions=source",
    "--expose-gc",
    "--max-old-space-size=8192",
    // As `pnpm simulate` has it.
    ...(name === "simulation" ? ["--max-semi-space-size=256"] : []),
    join(import.meta.dirname, "run-one.ts"),
    name,
    answer,
    ...(options.quick ? ["--quick"] : []),
  ]);
  child.child.stdout?.pipe(process.stdout);
  await child;
  const measured = JSON.parse(readFileSync(answer, "utf8")) as Measured<unknown>;
  rmSync(answer);
  return measured;
}

function keep(name: BenchmarkName, measured: Measured<unknown>): void {
  const results: Partial<Results> = { ...readPartialResults(folder), [name]: measured };
  writeFileSync(join(folder, RESULTS_FILE), `${JSON.stringify(results, null, 2)}\n`);
}
