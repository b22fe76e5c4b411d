/** One named check of the suite that runs inside the engine. */
export interface Check {
  readonly name: string;
  run(): Promise<void>;
}

/** Throws unless both are the same as JSON; `undefined` equals only itself. */
export function expectSame(actual: unknown, expected: unknown, what: string): void {
  const [have, want] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (have === want) return;
  throw new Error(`${what}: expected ${want?.slice(0, 300)}, got ${have?.slice(0, 300)}`);
}

/** What `action` rejects with, or "resolved" where it doesn't. */
export async function rejection(action: () => Promise<unknown>): Promise<unknown> {
  try {
    await action();
    return "resolved";
  } catch (error) {
    return error;
  }
}

/** The code of a `ListError`; anything else as it is. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : error;
}

/** 0, 1, 2 and so on. */
export function numbersBelow(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n);
}

/** Runs `action` while `fetch` throws. */
export async function withoutFetch(action: () => Promise<void>): Promise<void> {
  const original = globalThis.fetch;
  globalThis.fetch = () => {
    throw new Error("fetch was called");
  };
  try {
    await action();
  } finally {
    globalThis.fetch = original;
  }
}
