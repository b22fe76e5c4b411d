import type { ErrorClass } from "@shardlist/core";
import { classifyRuntimeError, messageOf } from "./runtime-errors.ts";

/** Workers KV rejects with a plain `Error` whose message is all there is. A failing list says `GET` too. */
const KV_MESSAGE = /^KV (?:GET|PUT|DELETE|GET_BULK) failed: (\d{3})(?!\d)/;

/** `KV put() limit exceeded for the day.`, and the number that the REST API has for it. */
const DAILY_QUOTA = /limit exceeded for the day|\b10048\b/;

/** Sorts an error of a Workers KV binding by its text. */
export function classifyWorkersKVError(error: unknown): ErrorClass {
  const message = messageOf(error);
  if (DAILY_QUOTA.test(message)) return "quota";
  const status = KV_MESSAGE.exec(message)?.[1];
  return status === undefined ? classifyRuntimeError(error) : classifyStatus(Number(status));
}

function classifyStatus(status: number): ErrorClass {
  switch (status) {
    case 429:
      return "throttled";
    case 400: // a request that isn't one: an option out of range, too many keys
    case 413: // value, metadata or bulk read too large
    case 414: // key too long
      return "invalid";
    case 403: // under load, and gone at the next try
      return "transient";
    default:
      return status >= 500 ? "transient" : "unknown";
  }
}
