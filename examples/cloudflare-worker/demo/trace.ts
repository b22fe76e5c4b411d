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

/** What is appended for each request. */
export type Visit = Pick<TracedRequest, "place" | "visitor" | "status">;

const TRACE = join(import.meta.dirname, "../../../test/data/access-trace.ndjson.gz");

/** The first `count` requests that a real web site got; see test/data/README.md. */
export function readTrace(count: number): readonly TracedRequest[] {
  const lines = gunzipSync(readFileSync(TRACE)).toString("utf8").trim().split("\n");
  return lines.slice(0, count).map((line, place) => ({ place, ...JSON.parse(line) }));
}

/** The value that stands for a request in a list. */
export function visitOf({ place, visitor, status }: TracedRequest): Visit {
  return { place, visitor, status };
}
