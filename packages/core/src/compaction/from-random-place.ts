/** All of them, in their order, from the place on that `random` (0 up to 1) falls on, so that each has its turn. */
export function fromRandomPlace<One>(all: readonly One[], random: number): readonly One[] {
  const start = Math.floor(random * all.length);
  return [...all.slice(start), ...all.slice(0, start)];
}
