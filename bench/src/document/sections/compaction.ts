import type { SteadyStateRow } from "../../compaction/steady-state.ts";
import type { Results } from "../../results.ts";
import { lineChart } from "../charts.ts";
import { dollars, figure, operations, table } from "../figures.ts";
import { picture, type Section } from "../section.ts";

/** What passes cost and save. */
export function compactionSection({ compaction }: Results): Section {
  const { folding, amplification, steadyState } = compaction.result;
  const rewriting = lineChart({
    title: "Write amplification of a growing list",
    x: "entries",
    y: "bytes written by bytes needed",
    log: "x",
    lines: [
      {
        name: "shardlist",
        role: "ours",
        points: amplification.map((point) => [point.entries, point.amplification] as const),
      },
      {
        name: "goal: log₄(n)",
        role: "goal",
        points: amplification.map((point) => [point.entries, point.goal] as const),
      },
    ],
  });
  const rest = lineChart({
    title: "Keys of a list under constant load, a pass each minute",
    x: "minutes",
    y: "keys",
    log: "y",
    lines: steadyState.map((row) => ({
      name: loadName(row),
      points: row.keysByMinute.map((keys, minute) => [minute + 1, Math.max(1, keys)] as const),
    })),
  });
  const markdown = `## Compaction

### Once

A list of loose entries, one in each batch, until a pass finds nothing more to do. The deletes are most of it: each key
costs one, as it cost one put.

${table(
  [
    "entries",
    "passes",
    "operations",
    "per million entries",
    "entries per operation of the fold",
    "CPU of the fold, µs per entry",
    "× `JSON.parse`",
    "a read before",
    "a read after",
  ],
  folding.map((row) => [
    figure(row.entries),
    row.passes,
    operations(row.operations),
    dollars(row.dollarsPerMillionEntries),
    row.entriesPerOperation,
    row.foldUsPerEntry,
    row.foldInParses,
    operations(row.readBefore),
    operations(row.readAfter),
  ]),
)}

### While it grows

A pass after each append of a batch, bytes written into segments by the bytes that the entries need in one.

${picture("amplification", "write amplification by the length of the list")}

${table(
  ["entries", "write amplification", "log₄(n)"],
  amplification.map((point) => [figure(point.entries), point.amplification, point.goal]),
)}

### Under constant load

A pass each minute, in virtual time. Superseded keys stay for the grace period, so a list under steady load holds the appends of that long.

${picture("steady-state", "keys of a list by time, under constant load")}

${table(
  [
    "load",
    "keys in steady state",
    "appends, each minute",
    "passes, each minute",
    "passes out of budget",
    "a day",
    "per million entries",
    "per million reads",
  ],
  steadyState.map((row) => [
    loadName(row),
    row.keys,
    operations(row.appendOperationsPerMinute),
    operations(row.passOperationsPerMinute),
    row.stoppedPasses,
    dollars(row.dollarsPerDay),
    dollars(row.dollarsPerMillionEntries),
    dollars(row.readDollarsPerMillion),
  ]),
)}
${unrest(steadyState)}`;
  return { markdown, charts: { amplification: rewriting, "steady-state": rest } };
}

function loadName({ entriesPerSecond, batch, maxOperations }: SteadyStateRow): string {
  const batches = batch === 1 ? "" : `, batches of ${batch}`;
  return `${entriesPerSecond} entries/s${batches}, ${figure(maxOperations)} calls a pass`;
}

/** Share by which a list at rest may still grow over the second half of the minutes that were measured. */
const REST = 1.05;

/** Says plainly which loads never come to rest. */
function unrest(rows: readonly SteadyStateRow[]): string {
  const restless = rows.filter(({ keysByMinute }) => {
    const last = keysByMinute.at(-1) ?? 0;
    return last > REST * (keysByMinute.at(-1 - Math.floor(keysByMinute.length / 6)) ?? last);
  });
  if (restless.length === 0) return "";
  const names = restless.map(loadName).join("; ");
  return `
**Not at rest**: under these loads the list was still growing when the measurement ended, since passes deleted less than
came in, and its costs go on growing with it: ${names}.
`;
}
