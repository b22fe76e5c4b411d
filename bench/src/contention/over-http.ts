import { type BenchContext, sized } from "../context.ts";
import { sampleValue } from "../sample-values.ts";
import { load } from "../workerd/load.ts";
import { startBenchWorker } from "../workerd/start.ts";
import { WAYS, type Way } from "./ways.ts";

/** One way with some number of writers, over HTTP in workerd. */
export interface HttpContentionRow {
  readonly way: Way;
  readonly writers: number;
  readonly acknowledged: number;
  readonly refused: number;
  readonly lost: number;
  readonly entriesPerSecond: number;
  /** Latency of a request in multiples of one that does a plain put, p50 by p50 and p99 by p99. */
  readonly p50Puts: number;
  readonly p99Puts: number;
}

/** Each writer is a connection that waits for its answer before it sends the next request. */
export async function contendOverHttp(
  context: BenchContext,
  writers: readonly number[],
): Promise<readonly HttpContentionRow[]> {
  const rows: HttpContentionRow[] = [];
  await using worker = await startBenchWorker();
  for (const count of writers) {
    context.note(`${count} writers over HTTP`);
    const amount = Math.max(sized(context, 400, 50), count);
    const send = async (way: Way) => {
      const url = new URL(`/${way}/by-${count}`, worker.url);
      const result = await load({
        url: url.href,
        connections: count,
        body: JSON.stringify(sampleValue(1)),
        amount,
      });
      const held = (await (await fetch(url)).json()) as number;
      return { ...result, held };
    };
    const put = await send("put");
    for (const way of WAYS) {
      const { acknowledged, refused, seconds, p50Ms, p99Ms, held } = await send(way);
      rows.push({
        way,
        writers: count,
        acknowledged,
        refused,
        lost: Math.max(0, acknowledged - held),
        entriesPerSecond: held / seconds,
        p50Puts: p50Ms / put.p50Ms,
        p99Puts: p99Ms / put.p99Ms,
      });
    }
  }
  return rows;
}
