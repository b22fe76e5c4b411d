/**
 * The earliest of `times`; `Infinity` where there is none. One by one: `Math.min` takes some hundred thousand arguments,
 * and a list may remember more removed ids.
 */
export function earliestOf(times: Iterable<number>): number {
  let earliest = Number.POSITIVE_INFINITY;
  for (const time of times) earliest = Math.min(earliest, time);
  return earliest;
}

/** The latest of `times`; `-Infinity` where there is none. */
export function latestOf(times: Iterable<number>): number {
  let latest = Number.NEGATIVE_INFINITY;
  for (const time of times) latest = Math.max(latest, time);
  return latest;
}
