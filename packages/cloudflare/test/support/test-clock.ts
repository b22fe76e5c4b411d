import type { Clock } from "@shardlist/core";

/** A clock that goes on only when told to, or by what it is asked to sleep. */
export interface TestClock extends Clock {
  pass(ms: number): void;
}

/** Starts now: some stores judge lifetimes by the real time. */
export function testClock(): TestClock {
  let now = Date.now();
  const pass = (ms: number) => {
    now += ms;
  };
  return { now: () => now, sleep: async (ms) => pass(ms), pass };
}
