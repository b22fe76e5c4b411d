/// <reference types="@fastly/js-compute" />
// Imported before the library: counts what it asks of clocks and random numbers while it is
// imported, that is, while the build runs.
let calls = 0;

function counting<Args extends unknown[], Result>(
  original: (...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => {
    calls++;
    return original(...args);
  };
}

Math.random = counting(Math.random);
Date.now = counting(Date.now);
performance.now = counting(performance.now.bind(performance));
crypto.randomUUID = counting(crypto.randomUUID.bind(crypto));
crypto.getRandomValues = counting(
  crypto.getRandomValues.bind(crypto),
) as typeof crypto.getRandomValues;

/** Calls so far. */
export function clockAndRandomCalls(): number {
  return calls;
}
