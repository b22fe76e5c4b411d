import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** One request of the access trace, with its place in it. */
export interface TracedRequest {
  readonly place: number;
  /** Seconds since the first request. */
  readonly t: number;
  readonly visitor: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly bytes: number;
}

const TRACE = join(import.meta.dirname, "../../../test/data/access-trace.ndjson.gz");

/** The first `count` requests that a real web site got; see test/data/README.md. */
export function readTrace(count: number): readonly TracedRequest[] {
  const lines = gunzipSync(readFileSync(TRACE)).toString("utf8").trim().split("\n");
  return lines.slice(0, count).map((line, place) => ({ place, ...JSON.parse(line) }));
}

/** The value that stands for a request in a list. */
export function lineOf({ place, visitor, status }: TracedRequest): string {
  return `${place} ${visitor} ${status}`;
}

/** The place that {@link lineOf} put into a value. */
export function placeOf(value: unknown): number {
  const [, place] = /^(\d+) v\d+ \d+$/.exec(String(value)) ?? [];
  if (place === undefined) throw new Error(`a list holds what nobody appended: ${String(value)}`);
  return Number(place);
}
