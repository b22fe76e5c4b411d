import type { Results } from "../../results.ts";
import { barChart } from "../charts.ts";
import { spread, table } from "../figures.ts";
import { picture, type Section } from "../section.ts";

const NAMES = {
  put: "bare `KV.put` of the same bytes",
  shardlist: "shardlist",
  "durable-object": "Durable Object with SQLite",
} as const;

/** Requests per second of Workers that append. */
export function endToEndSection(results: Results): Section {
  const { rows, connections, secondsPerRound } = results["end-to-end"].result;
  const chart = barChart(
    "Requests per second of a Worker that appends, in workerd",
    "requests/s",
    rows.map(({ way, requestsPerSecond }) => ({
      name: NAMES[way].replaceAll("`", ""),
      value: requestsPerSecond.median,
      isOurs: way === "shardlist",
    })),
  );
  const markdown = `## End to end in workerd

A Worker in workerd, with miniflare's local KV and local objects, under ${connections} connections from another process. The ways take
turns, ${rows[0]?.requestsPerSecond.samples ?? 0} rounds of ${secondsPerRound} s each, so the ratios are measured side by side. Local storage is far from what production does; what
the ratio shows is what shardlist adds to a put.

${picture("end-to-end", "requests per second")}

${table(
  ["", "requests/s", "of a bare put", "p50, ms", "p99, ms", "refused"],
  rows.map((row) => [
    NAMES[row.way],
    spread(row.requestsPerSecond),
    spread(row.ofPut),
    spread(row.p50Ms),
    spread(row.p99Ms),
    row.refused,
  ]),
)}
`;
  return { markdown, charts: { "end-to-end": chart } };
}
