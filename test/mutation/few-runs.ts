// By its path: the name leads here.
import original from "../../node_modules/fast-check/lib/fast-check.js";

export * from "../../node_modules/fast-check/lib/fast-check.js";

type Assert = typeof original.assert;

/**
 * Runs of a property for one mutant, and of one that awaits; `pnpm test` runs as many as its tests
 * say.
 */
const MOST_RUNS = 50;
const MOST_ASYNC_RUNS = 2;

/**
 * As fast-check's, with few runs from one seed and no shrinking: a mutant's fate is no matter of
 * chance.
 */
const assert = ((property: Parameters<Assert>[0], parameters: Parameters<Assert>[1] = {}) => {
  const most = property.isAsync() ? MOST_ASYNC_RUNS : MOST_RUNS;
  const numRuns = Math.min(most, parameters.numRuns ?? most);
  return original.assert(property, { ...parameters, numRuns, seed: 1, endOnFailure: true });
}) as Assert;

const sample = ((generator: never, parameters: object | number) =>
  original.sample(generator, {
    seed: 1,
    ...(typeof parameters === "number" ? { numRuns: parameters } : parameters),
  })) as typeof original.sample;

export default { ...original, assert, sample };
