/** What a benchmark gets from the program that runs it. */
export interface BenchContext {
  /** Tiny sizes, to see whether everything works. */
  readonly quick: boolean;
  /** Tells whoever waits what is being done. */
  note(text: string): void;
}

/** One size in a full run, another in a quick one. */
export function sized<T>({ quick }: BenchContext, full: T, tiny: T): T {
  return quick ? tiny : full;
}
