import { ListError } from "../../errors.ts";
import type { ErrorClass } from "../../record-store.ts";
import type { Operation } from "./simulated-call.ts";

/** An error that a simulated store rejects with, in the words of Workers KV. */
export class SimulatedStoreError extends Error {
  override readonly name = "SimulatedStoreError";
  readonly errorClass: ErrorClass;

  constructor(errorClass: ErrorClass, message: string) {
    super(message);
    this.errorClass = errorClass;
  }
}

/** Sorts an error; one that a test threw in is `unknown`. */
export function classifySimulated(error: unknown): ErrorClass {
  if (error instanceof SimulatedStoreError) return error.errorClass;
  return error instanceof ListError ? "invalid" : "unknown";
}

/** One key written twice within a second. */
export function tooManyWrites(operation: Operation): SimulatedStoreError {
  return new SimulatedStoreError(
    "throttled",
    `KV ${METHOD[operation]} failed: 429 Too Many Requests`,
  );
}

/** The day's allowance is used up. */
export function overQuota(operation: Operation): SimulatedStoreError {
  return new SimulatedStoreError("quota", `KV ${operation}() limit exceeded for the day.`);
}

/** The invocation's allowance is used up. */
export function overBudget(): SimulatedStoreError {
  return new SimulatedStoreError("quota", "Too many API requests by single Worker invocation.");
}

/** The process that made the call is gone. */
export function processGone(): SimulatedStoreError {
  return new SimulatedStoreError("transient", "Network connection lost.");
}

/** A passing fault. `draw` in [0, 1) chooses its text, one of which nobody knows. */
export function passingFault(operation: Operation, draw: number): SimulatedStoreError {
  const texts = PASSING_FAULTS.length;
  const { errorClass, text } = PASSING_FAULTS[Math.floor(draw * texts)] ?? PASSING_FAULTS[0];
  return new SimulatedStoreError(errorClass, text.replace("METHOD", METHOD[operation]));
}

/** Workers KV says GET for a listing, too. */
const METHOD: Record<Operation, string> = {
  put: "PUT",
  get: "GET",
  getMany: "GET_BULK",
  delete: "DELETE",
  list: "GET",
};

const PASSING_FAULTS = [
  { errorClass: "transient", text: "Network connection lost." },
  { errorClass: "transient", text: "KV METHOD failed: 403 Forbidden" },
  { errorClass: "transient", text: "KV METHOD failed: 501 Not Implemented" },
  { errorClass: "transient", text: "KV METHOD failed: 503 Service Unavailable" },
  { errorClass: "unknown", text: "HTTP incomplete message error. A stream ended unexpectedly." },
] as const;
