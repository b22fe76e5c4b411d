import Table from "cli-table3";
import type { Way } from "./http-lists.ts";
import type { Outcome } from "./replay.ts";

/** The outcome of one way. */
export interface Row {
  readonly way: Way;
  readonly outcome: Outcome;
}

/** What the ways are called, in the order of the table. */
export const WAY_NAMES: { readonly [way in Way]: string } = {
  plain: "(a) array in one key",
  retries: "(b) array, 5 retries",
  backoff: "(c) array, backoff on 429",
  shardlist: "(d) shardlist",
};

const HEADINGS = [
  "",
  "attempted",
  "acknowl-\nedged",
  "read\nback",
  "lost",
  "dupli-\ncated",
  "errors",
  "requests\nper s",
  "operations\nper append",
];

/** The outcomes as a table. */
export function outcomeTable(rows: readonly Row[]): string {
  const table = new Table({
    head: HEADINGS,
    colAligns: HEADINGS.map((_, column) => (column === 0 ? "left" : "right")),
    style: { head: [], border: [], compact: true },
  });
  for (const { way, outcome } of rows) table.push([WAY_NAMES[way], ...cells(outcome)]);
  return table.toString();
}

function cells(outcome: Outcome): string[] {
  const { attempted, acknowledged, readBack, lost, duplicated, errors } = outcome;
  const counts = [
    attempted,
    acknowledged,
    readBack,
    lost,
    duplicated,
    errors,
    outcome.requestsPerSecond,
  ];
  return [...counts.map(whole), outcome.operationsPerAppend.toFixed(2)];
}

/** 12345.6 as "12,346". */
export function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}
