import type { ErrorClass } from "@shardlist/core";
import { classifyRuntimeError, messageOf } from "./runtime-errors.ts";

/** Workers KV rejects with a plain `Error` whose message is all there is. A failing list says `GET` too. */
const KV_MESSAGE = /^KV [A-Z_]+ failed: (\d{3})(?!\d)/;

/** `KV put() limit exceeded for the day.`, and the number that the REST API has for it. */
const DAILY_QUOTA = /limit exceeded for the day|\b10048\b/;

const CLASS_OF_STATUS: Readonly<Record<string, ErrorClass>> = {
  400: "invalid", // a request that isn't one: an option out of range, too many keys
  403: "transient", // under load, and gone at the next try
  413: "invalid", // value, metadata or bulk read too large
  414: "invalid", // key too long
  429: "throttled",
};

/** Sorts an error of a Workers KV binding by its text. */
export function classifyWorkersKVError(error: unknown): ErrorClass {
  const message = messageOf(error);
  if (DAILY_QUOTA.test(message)) return "quota";
  const status = KV_MESSAGE.exec(message)?.[1];
  if (status === undefined) return classifyRuntimeError(error);
  return CLASS_OF_STATUS[status] ?? (status >= "500" ? "transient" : "unknown");
}
