import { PRICES } from "../../prices.ts";
import type { Results } from "../../results.ts";
import { barChart } from "../charts.ts";
import { dollars, figure, operations, table } from "../figures.ts";
import { picture, type Section } from "../section.ts";

/** Dollars by counted operations and list prices. */
export function costSection({ cost }: Results): Section {
  const { ways, grid, readEntries } = cost.result;
  const rate = grid[0]?.entriesPerSecond ?? 0;
  const chart = barChart(
    "Appends and passes on Workers KV, per million entries",
    "$",
    grid.map(({ batch, minutesBetweenPasses, dollarsPerMillionEntries }) => ({
      name: `batches of ${batch}, a pass each ${minutesBetweenPasses} min`,
      value: dollarsPerMillionEntries,
      isOurs: true,
    })),
  );
  const { workersKv, r2, durableObjects } = PRICES;
  const markdown = `## Cost

Prices of ${PRICES.date}: [Workers KV](${workersKv.source}), [R2](${r2.source}), [Durable Objects](${durableObjects.source}), in
\`bench/data/prices.json\`. ${PRICES.note} Reads are of a list of ${figure(readEntries)} entries where nothing else is said.

${table(
  ["", "per million appends", "per million reads"],
  ways.map((row) => [
    row.way,
    dollars(row.dollarsPerMillionAppends),
    dollars(row.dollarsPerMillionReads),
  ]),
)}

The array loses entries as soon as two write at once. The Durable Object's duration is counted for the time it works;
one that never sleeps costs its memory around the clock besides. The last row's reads are of a list with all of the last quarter of an hour loose.

### By batch and by pass

${figure(rate)} entries a second in virtual time, with the operations counted when the list has come to rest. Compacting
pays off with the number of reads; batching pays off at once.

${picture("cost", "dollars per million entries by batch and pass")}

${table(
  [
    "entries in an append",
    "minutes between passes",
    "per million entries",
    "a day",
    "per million reads",
    "keys in steady state",
    "passes, each minute",
  ],
  grid.map((row) => [
    figure(row.batch),
    row.minutesBetweenPasses,
    dollars(row.dollarsPerMillionEntries),
    dollars(row.dollarsPerDay),
    dollars(row.readDollarsPerMillion),
    row.keys,
    operations(row.passOperationsPerMinute),
  ]),
)}
`;
  return { markdown, charts: { cost: chart } };
}
