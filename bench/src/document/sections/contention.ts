import type { ContentionRow } from "../../contention/contention.ts";
import { OBJECT_REQUESTS_PER_SECOND } from "../../contention/platform.ts";
import { WAY_NAMES, WAYS } from "../../contention/ways.ts";
import type { Results } from "../../results.ts";
import { lineChart } from "../charts.ts";
import { dollars, figure, table } from "../figures.ts";
import { picture, type Section } from "../section.ts";

/** Many writers on one list. */
export function contentionSection({ contention }: Results): Section {
  const { refusing, clobbering, overHttp, seeds } = contention.result;
  const most = Math.max(...refusing.map(({ writers }) => writers));
  const chart = lineChart({
    title: "Entries per second that the list holds afterwards",
    x: "writers on one list",
    y: "entries/s",
    lines: WAYS.map((way) => ({
      name: WAY_NAMES[way],
      role: way === "shardlist" ? "ours" : "other",
      points: refusing
        .filter((row) => row.way === way)
        .map((row) => [row.writers, row.entriesPerSecond] as const),
    })),
  });
  const markdown = `## Contention

Writers append to one list as fast as they can, each one append after another, on a simulated store in virtual time. The
store is Workers KV at its best: everybody is in one place and sees every write at once, so what the array loses it loses by
contention alone. A second write of a key within a second is refused, as documented. The Durable Object serves
${figure(OBJECT_REQUESTS_PER_SECOND)} requests a second, its documented soft limit, and never refuses. Medians of ${seeds} seeds.

${picture("contention", "entries per second by number of writers")}

${simulatedTable(refusing)}

Latencies are multiples of a plain put by as many writers, p50 by p50 and p99 by p99. An append that was acknowledged after
retries counts with all its attempts. Operations are per attempted append, dollars per million entries that are in the list.

### Where the second write is acknowledged and lost

The refusal isn't guaranteed: in the field such writes were acknowledged, and one of the two was gone. With that rule, at
${figure(most)} writers:

${table(
  ["", "acknowledged", "lost", "errors"],
  clobbering
    .filter(({ writers }) => writers === most)
    .map((row) => [WAY_NAMES[row.way], row.acknowledged, row.lost, row.errors]),
)}

### Over HTTP, in workerd

The same with real requests to a Worker in workerd, one connection for each writer, from another process. The local KV
refuses nothing and lags behind nothing, so retrying changes nothing there.

${table(
  ["", "writers", "acknowledged", "lost", "errors", "p50, in puts", "p99, in puts", "entries/s"],
  overHttp.map((row) => [
    WAY_NAMES[row.way],
    row.writers,
    row.acknowledged,
    row.lost,
    row.refused,
    row.p50Puts,
    row.p99Puts,
    row.entriesPerSecond,
  ]),
)}
`;
  return { markdown, charts: { contention: chart } };
}

function simulatedTable(rows: readonly ContentionRow[]): string {
  return table(
    [
      "",
      "writers",
      "attempted",
      "acknowledged",
      "lost",
      "errors",
      "p50, in puts",
      "p99, in puts",
      "entries/s",
      "operations",
      "per million",
    ],
    rows.map((row) => [
      WAY_NAMES[row.way],
      row.writers,
      row.attempted,
      row.acknowledged,
      row.lost,
      row.errors,
      row.p50Puts,
      row.p99Puts,
      row.entriesPerSecond,
      row.operationsPerAppend,
      dollars(row.dollarsPerMillionEntries),
    ]),
  );
}
