import type { ErrorClass } from "@shardlist/core";
import { classifyByText, type ErrorTexts } from "./runtime-errors.ts";

/** Workers KV rejects with a plain `Error` whose message is all there is. A failing list says `GET` too. */
const KV_TEXTS: ErrorTexts = [
  // `KV put() limit exceeded for the day.`, and the number that the REST API has for it.
  [/limit exceeded for the day|\b10048\b/, "quota"],
  [/^KV [A-Z_]+ failed: 429(?!\d)/, "throttled"],
  // An option out of range or too many keys; a value, metadata or bulk read too large; a key too long.
  [/^KV [A-Z_]+ failed: 4(00|13|14)(?!\d)/, "invalid"],
  // A 403 comes under load, and is gone at the next try.
  [/^KV [A-Z_]+ failed: (403|5\d\d)(?!\d)/, "transient"],
];

/** Sorts an error of a Workers KV binding by its text. */
export function classifyWorkersKVError(error: unknown): ErrorClass {
  return classifyByText(error, KV_TEXTS);
}
