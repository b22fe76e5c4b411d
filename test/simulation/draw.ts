/** Seeded draws: the only source of chance in a simulation. */
export interface Draw {
  /** From 0 up to, but not including, 1. */
  unit(): number;
  /** A whole number from 0 up to, but not including, `end`. */
  below(end: number): number;
  /** A whole number from `min` to `max`, both possible. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** Draws that follow from nothing but the seed (mulberry32). */
export function drawsOf(seed: number): Draw {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 0;

  function unit(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  const below = (end: number) => Math.floor(unit() * end);
  return {
    unit,
    below,
    between: (min, max) => min + below(max - min + 1),
    chance: (probability) => unit() < probability,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
  };
}
