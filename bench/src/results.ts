import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CompactionResult } from "./compaction/compaction.ts";
import type { ContentionResult } from "./contention/contention.ts";
import type { CostResult } from "./cost/cost.ts";
import type { EndToEndResult } from "./end-to-end/end-to-end.ts";
import type { Environment } from "./environment.ts";
import type { FlatnessResult } from "./flatness/flatness.ts";
import type { ReadingResult } from "./reading/reading.ts";
import type { SimulationResult } from "./simulation/simulation.ts";
import type { ImportTimeResult } from "./size/import-time.ts";
import type { SizeResult } from "./size/size.ts";

/** What each benchmark finds. */
export interface BenchmarkResults {
  readonly contention: ContentionResult;
  readonly flatness: FlatnessResult;
  readonly reading: ReadingResult;
  readonly compaction: CompactionResult;
  readonly "end-to-end": EndToEndResult;
  readonly size: SizeResult;
  readonly "import-time": ImportTimeResult;
  readonly simulation: SimulationResult;
  readonly cost: CostResult;
}

export type BenchmarkName = keyof BenchmarkResults;

/** All benchmarks, in the order in which they run. */
export const BENCHMARK_NAMES: readonly BenchmarkName[] = [
  "size",
  "import-time",
  "contention",
  "end-to-end",
  "flatness",
  "reading",
  "compaction",
  "simulation",
  "cost",
];

/** One benchmark's findings, with when and on what they were made. */
export interface Measured<Result> {
  /** Date and time, UTC. */
  readonly measuredAt: string;
  readonly tookSeconds: number;
  readonly environment: Environment;
  readonly result: Result;
}

/** The results file. */
export type Results = { readonly [name in BenchmarkName]: Measured<BenchmarkResults[name]> };

/** Where the results and what is made of them lie. */
export const DOCS: string = join(import.meta.dirname, "../../docs");
export const RESULTS_FILE = "benchmarks.json";

/** The results of the last run that was kept, or of the one in another folder. */
export function readResults(folder: string = DOCS): Results {
  const results = readPartialResults(folder);
  if (isComplete(results)) return results;
  throw new Error(`${join(folder, RESULTS_FILE)} is incomplete: run \`pnpm bench\``);
}

function isComplete(results: Partial<Results>): results is Results {
  return BENCHMARK_NAMES.every((name) => results[name] !== undefined);
}

/** As many results as there are: none before the first run. */
export function readPartialResults(folder: string): Partial<Results> {
  try {
    return JSON.parse(readFileSync(join(folder, RESULTS_FILE), "utf8")) as Partial<Results>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}
