/** Below 0 where the left one comes first, above 0 where the right one does, 0 where they are the same. */
export type Compare<One> = (left: One, right: One) => number;

/**
 * What comes nearly in order, in order, and each once. The shards and pages of a listing are a few long runs, which the
 * engine's sort finds and merges; where they follow each other there is nothing to do.
 */
export function inOrder<One>(all: readonly One[], compare: Compare<One>): readonly One[] {
  const isNext = (one: One, place: number, ones: readonly One[]) =>
    place === 0 || compare(ones[place - 1] as One, one) < 0;
  return all.every(isNext) ? all : [...all].sort(compare).filter(isNext);
}
