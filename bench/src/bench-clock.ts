import type { Clock } from "@shardlist/core";

/** A clock that a benchmark moves by hand, so that days of appends take seconds. */
export interface BenchClock extends Clock {
  advance(ms: number): void;
}

/** Starts at a fixed day, so that ids have the same time in every run. */
export function benchClock(): BenchClock {
  let now = Date.UTC(2026, 0, 1);
  return {
    now: () => now,
    async sleep(ms) {
      now += ms;
    },
    advance(ms) {
      now += ms;
    },
  };
}
