import { measure } from "mitata";

/** How often something is measured. */
export interface Effort {
  /** Each round measures every subject once, one after another. */
  readonly rounds: number;
  /** Samples of a subject in a round; the round counts as their median. */
  readonly samples: number;
  /** Calls in one sample, for subjects that take microseconds. @default 1 */
  readonly calls?: number;
}

/** What is measured: a call, with whatever it needs made once per round. */
export type Subject = () => unknown;

/**
 * Measures several things in turns, so that they see the same machine: the other work on it, its heat and its clock.
 *
 * What is measured is the CPU time of this thread, not the time on the wall: other work on the machine counts for little.
 *
 * @returns For each subject the median of each round, in microseconds per call.
 */
export async function sideBySide<Name extends string>(
  subjects: { readonly [name in Name]: Subject },
  effort: Effort,
): Promise<{ readonly [name in Name]: readonly number[] }> {
  const names = Object.keys(subjects) as Name[];
  const rounds = Object.fromEntries(names.map((name) => [name, [] as number[]])) as {
    [name in Name]: number[];
  };
  for (let round = 0; round < effort.rounds; round++) {
    for (const name of inTurn(names, round))
      rounds[name].push(await microseconds(subjects[name], effort));
  }
  return rounds;
}

/** The median CPU time of one call, in microseconds. */
export async function microseconds(
  subject: Subject,
  { samples, calls = 1 }: Effort,
): Promise<number> {
  const batched = calls > 1;
  const { p50 } = await measure(subject, {
    gc: false,
    now: cpuNanoseconds,
    min_cpu_time: 0,
    min_samples: samples,
    max_samples: samples,
    warmup_samples: 1,
    // The harness batches what is faster than the threshold; here each benchmark decides.
    warmup_threshold: batched ? Number.POSITIVE_INFINITY : 0,
    batch_threshold: batched ? Number.POSITIVE_INFINITY : 0,
    batch_samples: calls,
    batch_unroll: 1,
  });
  return p50 / 1000;
}

function cpuNanoseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) * 1000;
}

/** Each round starts with another one, so that none always comes first. */
function inTurn<T>(all: readonly T[], round: number): readonly T[] {
  const start = round % all.length;
  return [...all.slice(start), ...all.slice(0, start)];
}
