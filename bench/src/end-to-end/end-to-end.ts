import type { Way } from "../contention/ways.ts";
import { type BenchContext, sized } from "../context.ts";
import { sampleValue } from "../sample-values.ts";
import { ratioOf, type Spread, spreadOf } from "../spread.ts";
import { type LoadResult, load } from "../workerd/load.ts";
import { startBenchWorker } from "../workerd/start.ts";

/** A Worker that appends in one way. */
export interface EndToEndRow {
  readonly way: EndToEndWay;
  readonly requestsPerSecond: Spread;
  readonly p50Ms: Spread;
  readonly p99Ms: Spread;
  /** Requests per second by those of the bare `KV.put`, round by round. */
  readonly ofPut: Spread;
  readonly refused: number;
}

export interface EndToEndResult {
  readonly connections: number;
  readonly secondsPerRound: number;
  readonly rows: readonly EndToEndRow[];
}

type EndToEndWay = "put" | "shardlist" | "durable-object";

const COMPARED: readonly EndToEndWay[] = ["put", "shardlist", "durable-object"];
const CONNECTIONS = 32;

/** Requests per second of Workers that append, in turns: a bare put of the same bytes, shardlist, a Durable Object. */
export async function endToEnd(context: BenchContext): Promise<EndToEndResult> {
  const rounds = sized(context, 9, 2);
  const seconds = sized(context, 2, 1);
  await using worker = await startBenchWorker();
  const results = new Map<Way, LoadResult[]>(COMPARED.map((way) => [way, []]));
  const send = (way: Way, list: string) =>
    load({
      url: new URL(`/${way}/${list}`, worker.url).href,
      connections: CONNECTIONS,
      body: JSON.stringify(sampleValue(1)),
      seconds,
    });
  context.note("warming up");
  for (const way of COMPARED) await send(way, "warm-up");
  for (let round = 0; round < rounds; round++) {
    context.note(`round ${round + 1} of ${rounds}`);
    const start = round % COMPARED.length;
    for (const way of [...COMPARED.slice(start), ...COMPARED.slice(0, start)])
      results.get(way)?.push(await send(way, `round-${round}`));
  }
  const rates = (way: EndToEndWay) =>
    (results.get(way) ?? []).map((result) => result.requestsPerSecond);
  const rows = COMPARED.map((way) => {
    const all = results.get(way) ?? [];
    return {
      way,
      requestsPerSecond: spreadOf(rates(way)),
      p50Ms: spreadOf(all.map(({ p50Ms }) => p50Ms)),
      p99Ms: spreadOf(all.map(({ p99Ms }) => p99Ms)),
      ofPut: ratioOf(rates(way), rates("put")),
      refused: all.reduce((sum, { refused }) => sum + refused, 0),
    };
  });
  return { connections: CONNECTIONS, secondsPerRound: seconds, rows };
}
