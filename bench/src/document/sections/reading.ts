import type { HotSpot } from "../../profile.ts";
import type { ReadingRow } from "../../reading/reading.ts";
import type { Results } from "../../results.ts";
import { lineChart } from "../charts.ts";
import { bytes, dollars, figure, operations, spread, table } from "../figures.ts";
import { profileTable } from "../profile-table.ts";
import { picture, type Section } from "../section.ts";

type ReadWay = ReadingRow["way"];

const NAMES: { readonly [way in ReadWay]: string } = {
  array: "one array, `JSON.parse`",
  loose: "shardlist, loose",
  pages: "the pages of a loose list, `JSON.parse`",
  compacted: "shardlist, compacted",
  consolidated: "shardlist, `consolidated`",
  "key-per-item": "a key per entry, a get each",
  yjs: "Yjs",
  automerge: "Automerge",
};
const WAYS = Object.keys(NAMES) as ReadWay[];
const GOALS = { loose: 3, compacted: 1.5 } as const;

/** Reading a whole list. */
export function readingSection({ reading }: Results): Section {
  const { rows, profiles } = reading.result;
  const lines = (pick: (row: ReadingRow) => number | undefined, ways: readonly ReadWay[]) =>
    ways.map((way) => ({
      name: NAMES[way].replaceAll("`", ""),
      role: way === "compacted" ? ("ours" as const) : ("other" as const),
      points: rows
        .filter((row) => row.way === way)
        .flatMap((row) => {
          const y = pick(row);
          return y === undefined ? [] : [[row.entries, y] as const];
        }),
    }));
  const cpu = lineChart({
    title: "CPU of reading a list, in JSON.parse of one array of the same values",
    x: "entries",
    y: "× JSON.parse",
    lines: lines(({ parses }) => parses.median, WAYS),
  });
  const price = lineChart({
    title: "Price of reading a list from Workers KV",
    x: "entries",
    y: "$ per million reads",
    lines: lines(
      ({ dollarsPerMillion }) => dollarsPerMillion,
      ["compacted", "loose", "key-per-item", "consolidated"],
    ),
  });
  const markdown = `## Reading

A list in Workers KV, read whole through the adapter for Workers KV from answers that lie ready as text, so that everything a
Worker's CPU does is in it, the parsing of the answers too. *Loose* is never compacted, each entry a key of its own.
A good part of a loose read is the parsing of the listing's pages, which say more than the values; it stands in a row of its own.
*Compacted* is after passes have folded everything and deleted what they folded; *consolidated* reads that by its head, without
a listing. Yjs and Automerge decode the same values from one document in memory; Automerge had them in one change, which is
its best case.

${picture("reading-cpu", "CPU of reading by the length of the list")}

${picture("reading-price", "price of reading by the length of the list")}

${table(
  [
    "",
    "entries",
    "operations",
    "per million reads",
    "bytes",
    "CPU, ms",
    "× `JSON.parse`",
    "peak heap",
  ],
  rows.map((row) => [
    NAMES[row.way],
    row.entries,
    operations(row.billed),
    dollars(row.dollarsPerMillion),
    bytes(row.bytes),
    spread(row.ms),
    row.way === "array" ? "1" : spread(row.parses),
    bytes(row.peakHeapBytes),
  ]),
)}

A bulk get is billed as one get for each key. Peak heap is the most that was alive at once, beyond what was there before.

${missed("loose", rows, profiles.loose)}${missed("compacted", rows, profiles.compacted)}`;
  return { markdown, charts: { "reading-cpu": cpu, "reading-price": price } };
}

/** Says plainly where a goal is missed, and shows where the time goes. */
function missed(
  form: "loose" | "compacted",
  rows: readonly ReadingRow[],
  profile: readonly HotSpot[],
): string {
  const over = rows.filter(({ way, parses }) => way === form && parses.median > GOALS[form]);
  if (over.length === 0) return "";
  const lengths = over.map(
    ({ entries, parses }) => `${figure(parses.median)} at ${figure(entries)}`,
  );
  return `**Goal missed**: a ${form} read is to take at most ${GOALS[form]} times \`JSON.parse\`; it takes ${lengths.join(", ")}.
Where the time of a ${form} read goes:

${profileTable(profile)}

`;
}
