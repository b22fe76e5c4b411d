/** A number that was measured several times. */
export interface Spread {
  readonly median: number;
  /** The quartiles: half of the samples lie between them. */
  readonly low: number;
  readonly high: number;
  readonly samples: number;
}

/** Median and quartiles of some samples. */
export function spreadOf(samples: readonly number[]): Spread {
  return {
    median: quantile(samples, 0.5),
    low: quantile(samples, 0.25),
    high: quantile(samples, 0.75),
    samples: samples.length,
  };
}

/** The ratio of two things that were measured in turns: round by round, so that a slow moment of the machine strikes both. */
export function ratioOf(above: readonly number[], below: readonly number[]): Spread {
  return spreadOf(above.map((sample, round) => sample / (below[round] ?? Number.NaN)));
}

/** The sample below which the share `q` of all samples lies. */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((left, right) => left - right);
  const place = (sorted.length - 1) * q;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}
