import type { ListedLoose } from "../listing-builder.ts";
import type { Pass } from "./pass.ts";

/** Store calls kept for the head: its get and put. */
export const KEPT_FOR_HEAD = 2;

/**
 * Store calls kept for writing segments, where there is something to write: reading an input, a put or two, and a
 * retry.
 */
export const KEPT_FOR_FOLDING = 4;

/** Fewer calls than these write no segment: a put and a retry of it, and the head. */
export const LEAST_FOR_WRITING: number = 2 + KEPT_FOR_HEAD;

/**
 * How many store calls may go into reading records of one kind: a share of those left, but not those without which
 * nothing can be written of what was read, nor one for each kind that is read later.
 */
export function affordableCalls(
  { calls }: Pass,
  share: number,
  ...later: readonly (readonly ListedLoose[])[]
): number {
  const left = calls.remaining();
  const kinds = later.filter((all) => all.some(({ record }) => record === undefined)).length;
  return Math.max(0, Math.min(Math.floor(left * share), left - LEAST_FOR_WRITING - kinds));
}

/** How many records one store call reads, and how many are read at once. */
export function readingWidth({ context }: Pass): {
  readonly perCall: number;
  readonly atOnce: number;
} {
  const { limits, concurrency } = context.settings;
  return context.store.getMany === undefined
    ? { perCall: 1, atOnce: concurrency }
    : { perCall: limits.bulkGetKeys, atOnce: limits.bulkGetKeys };
}
