import type { JsonValue } from "@shardlist/core";
import { readTrace } from "../../examples/cloudflare-worker/demo/trace.ts";

/** The traced requests; longer lists begin again at the first, with another `place`. */
const TRACE = readTrace(10_000);

/** The value at a place of every list here: one request of a real web site's access log, some 100 bytes of JSON. */
export function sampleValue(place: number): JsonValue {
  const request = TRACE[place % TRACE.length];
  if (request === undefined) throw new Error("the access trace is empty");
  const { t, visitor, method, path, status } = request;
  return { place, t, visitor, method, path, status };
}

/** The first `count` values. */
export function sampleValues(count: number): readonly JsonValue[] {
  return Array.from({ length: count }, (_, place) => sampleValue(place));
}
