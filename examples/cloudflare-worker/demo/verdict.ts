import type { Way } from "./http-lists.ts";
import type { Outcome } from "./replay.ts";
import { type Row, whole } from "./table.ts";

/** Whether appends were acknowledged, and each of them was there, once. */
export function isFlawless({ acknowledged, lost, duplicated }: Outcome): boolean {
  return acknowledged > 0 && lost === 0 && duplicated === 0;
}

/** What the rows show, in one sentence. */
export function verdict(rows: readonly Row[]): string {
  const plain = outcomeOf(rows, "plain");
  const shardlist = outcomeOf(rows, "shardlist");
  const lost = (way: Way) => whole(outcomeOf(rows, way).lost);
  return [
    `Of ${whole(plain.acknowledged)} appends that were acknowledged, the array in one key lost ${lost("plain")};`,
    `with retries it lost ${lost("retries")}, with backoff ${lost("backoff")};`,
    `shardlist lost ${lost("shardlist")} of ${whole(shardlist.acknowledged)} and duplicated ${whole(shardlist.duplicated)}.`,
  ].join("\n   ");
}

/** The outcome of one of the ways. */
export function outcomeOf(rows: readonly Row[], way: Way): Outcome {
  const row = rows.find((one) => one.way === way);
  if (row === undefined) throw new Error(`no outcome for ${way}`);
  return row.outcome;
}
