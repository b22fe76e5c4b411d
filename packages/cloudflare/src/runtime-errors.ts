import { type ErrorClass, ListError } from "@shardlist/core";

/** Texts of errors, and what an error with such a text means; the first that fits counts. */
export type ErrorTexts = readonly (readonly [text: RegExp, errorClass: ErrorClass])[];

/** What the Workers runtime says of any binding. */
const RUNTIME_TEXTS: ErrorTexts = [
  // `Too many API requests by single Worker invocation.`, `Too many subrequests …`: an invocation's budget is spent.
  [/Too many (?:API requests|subrequests)/i, "quota"],
  // The connection or the service behind a binding failed.
  [/Network connection lost|^internal error(?:; reference = |$)/i, "transient"],
];

/** Sorts what any binding of the Workers runtime may reject with, and what this package refuses itself. */
export function classifyByText(error: unknown, texts: ErrorTexts = []): ErrorClass {
  const message = messageOf(error);
  const known = [...texts, ...RUNTIME_TEXTS].find(([text]) => text.test(message));
  if (known) return known[1];
  // A TypeError is an argument that the binding refuses before any I/O.
  return error instanceof ListError || error instanceof TypeError ? "invalid" : "unknown";
}

/** The text of an error; anything else that was thrown has none that could be known. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "";
}
