import { type ErrorClass, ListError } from "@shardlist/core";

/** The service's answers, as the runtime words them: `KVStore insert: Too many requests.` */
const ANSWER = /^KVStore (?:insert|lookup|delete|list): (.+)\.$/;

const CLASS_OF_ANSWER: Readonly<Record<string, ErrorClass>> = {
  // A 429, and also an allowance of the request that is used up: the runtime says the same of both.
  "Too many requests": "throttled",
  "Internal error": "transient",
  "Bad request": "invalid",
  "Payload too large": "invalid",
  "Invalid Store handle": "invalid",
  // Answers to conditions. An adapter that sets none gets them only where the store itself is wrong
  // or gone.
  "Precondition failed": "invalid",
  "Not found": "invalid",
};

/**
 * What the runtime refuses before any I/O: keys, values, options, store names, calls made while a
 * build runs.
 */
const REFUSED = [
  /^KVStore key can ?not /,
  /^KVStore value can ?not /,
  /^Content-provided streams are not yet supported/,
  /^KVStore constructor: /,
  /^KVStore\.?\w*: (?:options|gen|ttl|mode|limit|metadata|prefix|cursor)\b/,
  /^The KVStore builtin can only be used during request handling/,
  /^(?:put|get|lookup|insert|delete|list): Invalid argument\.$/,
  /^Body has already been consumed/,
];

/**
 * Sorts an error of a Fastly KV store. They have one class and no code, only their text. A text
 * nobody knows says that the outcome is open: the runtime words some failures by chance.
 */
export function classifyFastlyKVError(error: unknown): ErrorClass {
  if (error instanceof ListError) return "invalid";
  const message = messageOf(error);
  const answer = ANSWER.exec(message)?.[1];
  const known = answer === undefined ? undefined : CLASS_OF_ANSWER[answer];
  return known ?? (REFUSED.some((pattern) => pattern.test(message)) ? "invalid" : "unknown");
}

/** Whether a delete found nothing to delete. */
export function isNotFound(error: unknown): boolean {
  return messageOf(error) === "KVStore delete: Not found.";
}

/** The text of an error; some of the runtime's end in a line feed. What is no error has none. */
function messageOf(error: unknown): string {
  return error instanceof Error ? String(error.message).trim() : "";
}
