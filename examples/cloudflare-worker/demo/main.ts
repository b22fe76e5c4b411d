import { join } from "node:path";
import { parseArgs } from "node:util";
import { httpLists, type Way } from "./http-lists.ts";
import { withProgress } from "./progress.ts";
import { IN_FLIGHT, type Outcome, replay } from "./replay.ts";
import { type HotKey, simulatedLists } from "./simulated-lists.ts";
import { outcomeTable, type Row, WAY_NAMES, whole } from "./table.ts";
import { readTrace, type TracedRequest } from "./trace.ts";
import { isFlawless, outcomeOf, verdict } from "./verdict.ts";
import { bundleWorker, startWorker } from "./workerd.ts";

/** As many as each way gets through in a few seconds on two cores. */
const REQUESTS_IN_WORKERD = 1000;
const REQUESTS_SIMULATED = 10_000;
const WAYS: readonly Way[] = ["plain", "retries", "backoff", "shardlist"];
const DEMO_WORKER = join(import.meta.dirname, "worker.ts");

const HOT_KEY_TITLES: { readonly [hotKey in HotKey]: string } = {
  reject: "2. A simulated store that answers 429 to a second write of a key within a second",
  clobber: "3. The same store, but it accepts such a write and silently drops one of the two",
};

type ReplayWay = (way: Way, onProgress: (done: number) => void) => Promise<Outcome>;

const { values: options } = parseArgs({
  options: { requests: { type: "string", default: String(REQUESTS_IN_WORKERD) } },
});

const startedAt = performance.now();
const outcomes = [
  await inWorkerd(readTrace(Number(options.requests))),
  await simulated(readTrace(REQUESTS_SIMULATED), "reject"),
  await simulated(readTrace(REQUESTS_SIMULATED), "clobber"),
];
const seconds = Math.round((performance.now() - startedAt) / 1000);
const flawless = outcomes.every(isFlawless);
say(
  `Took ${seconds} s. shardlist ${flawless ? "lost nothing and duplicated nothing" : "FAILED: it lost or duplicated entries"}.`,
);
process.exitCode = flawless ? 0 : 1;

/**
 * First half: the example Worker over HTTP. Returns what became of shardlist's appends, as the
 * others do.
 */
async function inWorkerd(trace: readonly TracedRequest[]): Promise<Outcome> {
  say(`1. Real requests to the example Worker, in the real Workers runtime

   The first ${whole(trace.length)} requests of a web site's access log are sent over HTTP, ${IN_FLIGHT} in flight.
   Each is appended to its path's list and to one list that all share. The runtime's local KV
   never lags and never throttles, so parts 2 and 3 add what it leaves out.
`);
  const script = await bundleWorker(DEMO_WORKER);
  return await compare(trace, async (way, onProgress) => {
    await using worker = await startWorker(script);
    return await replay(trace, httpLists(worker.url, way), onProgress);
  });
}

/** Second half: what a local store leaves out. */
async function simulated(trace: readonly TracedRequest[], hotKey: HotKey): Promise<Outcome> {
  say(`${HOT_KEY_TITLES[hotKey]}

   All ${whole(trace.length)} requests, ${IN_FLIGHT} in flight, from four regions. Reads lag up to a minute behind the
   writes of other regions; one write in 500 is stored, but its answer gets lost. Time is virtual.
`);
  return await compare(trace, (way, onProgress) =>
    replay(trace, simulatedLists(way, hotKey), onProgress),
  );
}

/** Runs all ways on the same requests, one after another. */
async function compare(trace: readonly TracedRequest[], replayWay: ReplayWay): Promise<Outcome> {
  const rows: Row[] = [];
  for (const way of WAYS) {
    const outcome = await withProgress(WAY_NAMES[way], trace.length, (onProgress) =>
      replayWay(way, onProgress),
    );
    rows.push({ way, outcome });
  }
  say(`\n${outcomeTable(rows)}\n\n   ${verdict(rows)}\n`);
  return outcomeOf(rows, "shardlist");
}

function say(text: string): void {
  console.log(text);
}
