/**
 * The earliest of `times`; `Infinity` where there is none. One by one: `Math.min` takes some hundred thousand arguments,
 * and a list may remember more removed ids.
 */
export function earliestOf(times: Iterable<number>): number {
  return [...times].reduce((left, right) => Math.min(left, right), Number.POSITIVE_INFINITY);
}

/** The latest of `times`; `-Infinity` where there is none. */
export function latestOf(times: Iterable<number>): number {
  return [...times].reduce((left, right) => Math.max(left, right), Number.NEGATIVE_INFINITY);
}
