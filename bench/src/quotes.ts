import { bytes, dollars, figure } from "./document/figures.ts";
import type { Results } from "./results.ts";

/** Numbers that other documents may quote, as they are to be written. */
export type QuoteName =
  | "lost"
  | "append-p99"
  | "speed-up"
  | "flatness"
  | "compacted-read"
  | "loose-read"
  | "read-price"
  | "amplification"
  | "end-to-end"
  | "size";

/**
 * The quotable numbers of some results. A document marks a quote with comments, and a test compares what stands between
 * them: `<!-- bench:speed-up -->20,000<!-- / -->`.
 */
export function quotes(results: Results): { readonly [name in QuoteName]: string } {
  const { refusing } = results.contention.result;
  const most = Math.max(...refusing.map(({ writers }) => writers));
  const at = (way: string) => refusing.find((row) => row.way === way && row.writers === most);
  const ours = at("shardlist");
  const { rows } = results.reading.result;
  const worst = (way: string) =>
    Math.max(...rows.filter((row) => row.way === way).map(({ parses }) => parses.median));
  const shortest = rows.find((row) => row.way === "loose");
  const endToEnd = results["end-to-end"].result.rows.find(({ way }) => way === "shardlist");
  const amplification = results.compaction.result.amplification.at(-1)?.amplification;
  const size = results.size.result.rows.find(({ isOurs }) => isOurs);
  return {
    lost: figure(ours?.mostLost ?? Number.NaN),
    "append-p99": figure(ours?.p99Puts ?? Number.NaN),
    "speed-up": figure((ours?.entriesPerSecond ?? 0) / (at("backoff")?.entriesPerSecond ?? 0)),
    flatness: figure(results.flatness.result.ratio.cpu.median),
    "compacted-read": figure(worst("compacted")),
    "loose-read": figure(worst("loose")),
    "read-price": dollars(shortest?.dollarsPerMillion),
    amplification: figure(amplification ?? Number.NaN),
    "end-to-end": figure(endToEnd?.ofPut.median ?? Number.NaN),
    size: bytes(size?.gzippedBytes),
  };
}

/** A quote as it stands in a text. */
export interface Quote {
  readonly name: string;
  readonly text: string;
}

const QUOTE = /<!-- bench:([a-z0-9-]+) -->(.*?)<!-- \/ -->/gs;

/** A text with what was measured between its marks. */
export function fillQuotes(
  text: string,
  measured: { readonly [name in QuoteName]: string },
): string {
  const known = new Map<string, string>(Object.entries(measured));
  return text.replace(QUOTE, (quote, name: string) => {
    const figure = known.get(name);
    return figure === undefined ? quote : `<!-- bench:${name} -->${figure}<!-- / -->`;
  });
}

/** The marked quotes of a text. */
export function findQuotes(text: string): readonly Quote[] {
  return [...text.matchAll(QUOTE)].map(([, name = "", quoted = ""]) => ({ name, text: quoted }));
}
