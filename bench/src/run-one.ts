import { writeFileSync } from "node:fs";
import { BENCHMARKS, isBenchmarkName } from "./benchmarks.ts";
import { environment } from "./environment.ts";
import type { Measured } from "./results.ts";

// Runs one benchmark and leaves its result in a file. Arguments: its name, the file, perhaps `--quick`.
const [name = "", file = "", option] = process.argv.slice(2);
if (!isBenchmarkName(name)) throw new Error(`no benchmark is called ${name}`);
const startedAt = performance.now();
const seconds = () => Math.round((performance.now() - startedAt) / 1000);
const result = await BENCHMARKS[name]({
  quick: option === "--quick",
  note: (text) => console.log(`  ${String(seconds()).padStart(3)} s  ${text}`),
});
const measured: Measured<unknown> = {
  measuredAt: new Date().toISOString(),
  tookSeconds: seconds(),
  environment: environment(),
  result,
};
writeFileSync(file, JSON.stringify(measured, rounded));

/** Six digits are more than any of this is good for. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(6)) : value;
}
