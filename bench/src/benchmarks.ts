import { compaction } from "./compaction/compaction.ts";
import { contention } from "./contention/contention.ts";
import type { BenchContext } from "./context.ts";
import { cost } from "./cost/cost.ts";
import { endToEnd } from "./end-to-end/end-to-end.ts";
import { flatness } from "./flatness/flatness.ts";
import { reading } from "./reading/reading.ts";
import type { BenchmarkName, BenchmarkResults } from "./results.ts";
import { simulation } from "./simulation/simulation.ts";
import { importTime } from "./size/import-time.ts";
import { size } from "./size/size.ts";

/** What each benchmark runs. */
export const BENCHMARKS: {
  readonly [name in BenchmarkName]: (context: BenchContext) => Promise<BenchmarkResults[name]>;
} = {
  size,
  "import-time": importTime,
  contention,
  "end-to-end": endToEnd,
  flatness,
  reading,
  compaction,
  simulation,
  cost,
};

/** Whether `text` names a benchmark. */
export function isBenchmarkName(text: string): text is BenchmarkName {
  return Object.hasOwn(BENCHMARKS, text);
}
