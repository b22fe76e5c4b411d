import autocannon from "autocannon";
import type { LoadOptions, LoadResult } from "./load.ts";

// A process of its own that sends requests; see load.ts. Argument: the options as JSON. Prints the result as JSON.
const options = JSON.parse(process.argv[2] ?? "{}") as LoadOptions;
const { url, connections, body, amount, seconds } = options;
const result = await autocannon({
  url,
  connections,
  ...(amount === undefined ? { duration: seconds ?? 1 } : { amount }),
  method: "POST",
  headers: { "content-type": "application/json" },
  body,
  timeout: 120,
});
const { latency } = result;
const answer: LoadResult = {
  acknowledged: result["2xx"],
  refused: result.non2xx + result.errors,
  requestsPerSecond: result["2xx"] / result.duration,
  seconds: result.duration,
  p50Ms: latency.p50,
  p99Ms: latency.p99,
};
console.log(JSON.stringify(answer));
