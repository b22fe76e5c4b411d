import type { Results } from "../../results.ts";
import { barChart } from "../charts.ts";
import { bytes, spread, table } from "../figures.ts";
import { picture, type Section } from "../section.ts";

/** What a Worker ships, and what loading it takes. */
export function sizeSection(results: Results): Section {
  const { rows } = results.size.result;
  const { workerd, fastly, copies } = results["import-time"].result;
  const chart = barChart(
    "What a Worker ships, minified and gzipped",
    "kB",
    rows.map(({ name, does, isOurs, gzippedBytes }) => ({
      name: isOurs ? `${name}: ${does}` : name,
      value: gzippedBytes / 1000,
      isOurs,
    })),
    "log",
  );
  const markdown = `## Size

A Worker that does one thing with a library, bundled by esbuild, minified and gzipped at level 9. The others have no list in
an edge store: what they lack of it is yours to write. A handle brings all its methods, so that appending alone ships what
reading does; without compaction it is \`@shardlist/core/slim\`.

${picture("size", "minified and gzipped size")}

${table(
  ["", "what it does", "minified", "min + gzip", "of it WebAssembly"],
  rows.map((row) => [
    row.name,
    row.does,
    bytes(row.minifiedBytes),
    bytes(row.gzippedBytes),
    row.wasmGzippedBytes === 0 ? "–" : bytes(row.wasmGzippedBytes),
  ]),
)}

### Import time

Starting workerd with a Worker that imports ${copies} copies of the code, less the start of one that imports ${copies} empty modules, for
one copy; compiling included.

${table(
  ["", "ms"],
  workerd.map(({ name, ms }) => [name, spread(ms)]),
)}

In the Fastly engine imports run when a service is built, and each instance starts from a snapshot of the memory after them.
An instance that answers one request takes ${spread(fastly.withoutMs)} ms without shardlist and ${spread(fastly.withMs)} ms with all of it
imported (the engine of Fastly Compute, run in Node); the service grows by ${bytes(fastly.wasmBytesAdded)} of WebAssembly.
`;
  return { markdown, charts: { size: chart } };
}
