/** A promise of the protocol. */
export type Promised = "P1" | "P2" | "P3" | "P4" | "P5" | "P6" | "P7" | "P8";

/** A broken promise: which one, how, and in which operation of the history. */
export interface Violation {
  readonly promise: Promised;
  readonly what: string;
  readonly operation: number | undefined;
}

export function violation(promise: Promised, what: string, operation?: number): Violation {
  return { promise, what, operation };
}
