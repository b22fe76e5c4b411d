import { type BenchContext, sized } from "../context.ts";
import { quantile } from "../spread.ts";
import { contendOverHttp, type HttpContentionRow } from "./over-http.ts";
import type { HotKey } from "./platform.ts";
import { type ContentionOutcome, contendSimulated } from "./simulated.ts";
import { WAYS, type Way } from "./ways.ts";

/** One way with some number of writers: the median of several seeds. */
export interface ContentionRow extends ContentionOutcome {
  readonly way: Way;
  readonly writers: number;
  /** Latency of an append in multiples of a plain put's: median by median, p99 by p99. */
  readonly p50Puts: number;
  readonly p99Puts: number;
  /** The worst of the seeds. */
  readonly mostLost: number;
}

export interface ContentionResult {
  readonly seeds: number;
  /** The second write of a key within a second is refused. */
  readonly refusing: readonly ContentionRow[];
  /** It is acknowledged, and one of the two is gone. */
  readonly clobbering: readonly ContentionRow[];
  readonly overHttp: readonly HttpContentionRow[];
}

const LEAST_APPENDS = 1000;
const LEAST_PER_WRITER = 10;

/** Many writers on one list: in virtual time with the documented limits, and over HTTP in workerd. */
export async function contention(context: BenchContext): Promise<ContentionResult> {
  const writers = sized(context, [1, 10, 100, 1000], [1, 20]);
  const seeds = sized(context, 5, 1);
  const simulated = async (hotKey: HotKey) => {
    const rows: ContentionRow[] = [];
    for (const count of writers) {
      context.note(`${count} writers, hot keys ${hotKey}`);
      rows.push(...(await simulatedRows(count, hotKey, seeds)));
    }
    return rows;
  };
  return {
    seeds,
    refusing: await simulated("reject"),
    clobbering: await simulated("clobber"),
    overHttp: await contendOverHttp(context, writers),
  };
}

async function simulatedRows(
  writers: number,
  hotKey: HotKey,
  seeds: number,
): Promise<ContentionRow[]> {
  const perWriter = Math.max(LEAST_PER_WRITER, LEAST_APPENDS / writers);
  const run = async (way: Way) => {
    const outcomes: ContentionOutcome[] = [];
    for (let seed = 1; seed <= seeds; seed++)
      outcomes.push(await contendSimulated(way, writers, perWriter, hotKey, seed));
    return outcomes;
  };
  const put = medianOf(await run("put"));
  const rows: ContentionRow[] = [];
  for (const way of WAYS) {
    const outcomes = await run(way);
    const median = medianOf(outcomes);
    rows.push({
      ...median,
      way,
      writers,
      p50Puts: median.p50Ms / put.p50Ms,
      p99Puts: median.p99Ms / put.p99Ms,
      mostLost: Math.max(...outcomes.map(({ lost }) => lost)),
    });
  }
  return rows;
}

/** Each figure's median over the seeds. */
function medianOf(outcomes: readonly ContentionOutcome[]): ContentionOutcome {
  const median = (figure: keyof ContentionOutcome) =>
    quantile(
      outcomes.map((outcome) => outcome[figure]),
      0.5,
    );
  return {
    attempted: median("attempted"),
    acknowledged: median("acknowledged"),
    lost: median("lost"),
    errors: median("errors"),
    entriesPerSecond: median("entriesPerSecond"),
    p50Ms: median("p50Ms"),
    p99Ms: median("p99Ms"),
    operationsPerAppend: median("operationsPerAppend"),
    dollarsPerMillionEntries: median("dollarsPerMillionEntries"),
  };
}
