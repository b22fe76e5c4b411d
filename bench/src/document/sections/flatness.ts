import type { Results } from "../../results.ts";
import { lineChart } from "../charts.ts";
import { bytes, figure, operations, spread, table } from "../figures.ts";
import { picture, type Section } from "../section.ts";

/** One append, by the length of the list. */
export function flatnessSection({ flatness }: Results): Section {
  const { points, array, ratio } = flatness.result;
  const most = figure(points.at(-1)?.entries ?? 0);
  const chart = lineChart({
    title: "CPU of one append, by the length of the list",
    x: "entries in the list",
    y: "µs",
    lines: [
      { name: "shardlist", role: "ours", points: points.map(onLogAxis) },
      { name: "array in one key", points: array.map(onLogAxis) },
      {
        name: "plain put of the same bytes",
        points: points.map(({ entries, putUs }) => onLogAxis({ entries, appendUs: putUs })),
      },
    ],
  });
  const markdown = `## Flatness

What one append costs in a list of some length, in Node, over the store in memory: shardlist as a request makes it, with a
handle of its own, and the array in one key, read and written back. The curve is that of the
[bigset paper](https://arxiv.org/abs/1605.06424): whoever rewrites what is there pays more with each append.

${picture("flatness", "CPU of an append by the length of the list")}

${table(
  ["shardlist, entries", "operations", "bytes", "CPU, µs", "of it beyond a plain put, µs"],
  points.map((point) => [
    figure(point.entries),
    operations(point.operations),
    bytes(point.bytes),
    spread(point.appendUs),
    spread(point.addedUs),
  ]),
)}

${table(
  ["array, entries", "operations", "bytes read and written", "CPU, µs"],
  array.map((point) => [
    figure(point.entries),
    operations(point.operations),
    bytes(point.bytes),
    spread(point.appendUs),
  ]),
)}

A longer array doesn't fit into the 25 MiB of a value. From none to ${most} entries an append to shardlist costs
${figure(ratio.operations)} times the operations, ${figure(ratio.bytes)} times the bytes and ${spread(ratio.cpu)} times the CPU
beyond that of a plain put to the same store. The store in memory itself gets slower with ${most} keys, for any put: with it,
the ratio is ${spread(ratio.cpuWithStore)}.
`;
  return { markdown, charts: { flatness: chart } };
}

/** A list without entries stands at 1, since a logarithmic axis has no 0. */
function onLogAxis({
  entries,
  appendUs,
}: {
  readonly entries: number;
  readonly appendUs: { readonly median: number };
}): readonly [number, number] {
  return [Math.max(1, entries), appendUs.median];
}
