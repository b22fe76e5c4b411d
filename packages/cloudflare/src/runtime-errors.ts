import { type ErrorClass, ListError } from "@shardlist/core";

/** `Too many API requests by single Worker invocation.` and `Too many subrequests …`: an invocation's budget is spent. */
const INVOCATION_BUDGET = /Too many (?:API requests|subrequests)/i;

/** What the Workers runtime says when the connection or the service behind a binding failed. */
const CONNECTION = /Network connection lost|^internal error(?:; reference = |$)/i;

/** Sorts what any binding of the Workers runtime may reject with, and what this package refuses itself. */
export function classifyRuntimeError(error: unknown): ErrorClass {
  const message = messageOf(error);
  if (INVOCATION_BUDGET.test(message)) return "quota";
  if (CONNECTION.test(message)) return "transient";
  // A TypeError is an argument that the binding refuses before any I/O.
  return error instanceof ListError || error instanceof TypeError ? "invalid" : "unknown";
}

/** The text of an error; anything else that was thrown has none that could be known. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "";
}
