/** A stream of numbers in [0, 1) that depends on nothing but the seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    return scramble(state);
  };
}

/** One number in [0, 1) that depends on nothing but its arguments. */
export function drawFrom(seed: number, a: number, b: number, c: number): number {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  hash = Math.imul(hash ^ (a + 0x7f4a7c15), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15) ^ (b + 0x165667b1), 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 13) ^ (c + 0x5bd1e995), 0x2545f491);
  return scramble(hash);
}

function scramble(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
}
