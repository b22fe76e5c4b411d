import { measure } from "mitata";

/** How often something is measured. */
export interface Effort {
  /** Each round measures every subject once, one after another. */
  readonly rounds: number;
  /** Samples of a subject in a round. @default 1 */
  readonly samples?: number;
  /** Calls in one sample. @default as many as the clock of CPU time needs */
  readonly calls?: number;
}

/** What is measured: a call, with whatever it needs made before. */
export type Subject = () => unknown;

/** The system counts CPU time in steps of some ms, so a sample must take many of them. */
const LEAST_SAMPLE_MS = 60;

/**
 * Measures several things in turns, so that they see the same machine. What is measured is the CPU time of this thread,
 * not the time on the wall: other work on the machine counts for little.
 *
 * @returns For each subject the median of each round, in microseconds per call.
 */
export async function sideBySide<Name extends string>(
  subjects: { readonly [name in Name]: Subject },
  effort: Effort,
): Promise<{ readonly [name in Name]: readonly number[] }> {
  const names = Object.keys(subjects) as Name[];
  const calls = new Map<Name, number>();
  for (const name of names) calls.set(name, effort.calls ?? (await callsFor(subjects[name])));
  const rounds = Object.fromEntries(names.map((name) => [name, [] as number[]])) as {
    [name in Name]: number[];
  };
  for (let round = 0; round < effort.rounds; round++) {
    for (const name of inTurn(names, round)) {
      const { p50 } = await sample(
        subjects[name],
        effort.samples ?? 1,
        calls.get(name),
        cpuNanoseconds,
      );
      rounds[name].push(p50 / 1000);
    }
  }
  return rounds;
}

/**
 * The least time of one call on the wall, in microseconds, over some samples: for calls of microseconds that may not be
 * repeated for long. Whatever else runs on the machine only ever adds to it.
 */
export async function leastMicroseconds(
  subject: Subject,
  samples: number,
  calls: number,
): Promise<number> {
  const { min } = await sample(subject, samples, calls, undefined);
  return min / 1000;
}

/** CPU time that some work takes on this thread, in microseconds: for work that can be done only once. */
export async function cpuMicroseconds(work: () => Promise<unknown>): Promise<number> {
  const before = cpuNanoseconds();
  await work();
  return (cpuNanoseconds() - before) / 1000;
}

async function sample(
  subject: Subject,
  samples: number,
  calls = 1,
  now: (() => number) | undefined,
) {
  const isBatched = calls > 1;
  return await measure(subject, {
    gc: false,
    ...(now === undefined ? {} : { now }),
    min_cpu_time: 0,
    min_samples: samples,
    max_samples: samples,
    warmup_samples: 1,
    // The harness batches what is faster than the threshold; here each benchmark decides.
    warmup_threshold: isBatched ? Number.POSITIVE_INFINITY : 0,
    batch_threshold: isBatched ? Number.POSITIVE_INFINITY : 0,
    batch_samples: calls,
    batch_unroll: 1,
  });
}

const CALIBRATIONS = 5;

/** Calls that make a sample long enough, by the fastest of a few, which warm the code up as well. */
async function callsFor(subject: Subject): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let call = 0; call < CALIBRATIONS && leastMs > 0; call++) {
    const startedAt = performance.now();
    await subject();
    leastMs = Math.min(leastMs, performance.now() - startedAt);
    if (call > 0 && leastMs > LEAST_SAMPLE_MS) break;
  }
  return Math.max(1, Math.ceil(LEAST_SAMPLE_MS / leastMs));
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
