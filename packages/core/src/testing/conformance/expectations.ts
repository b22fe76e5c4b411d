/** Rejects a promise that an adapter broke. */
export class BrokenPromise extends Error {
  override readonly name = "BrokenPromise";
}

/** Throws unless both are the same as JSON; `undefined` equals only itself. */
export function expectSame(actual: unknown, expected: unknown, what: string): void {
  const [have, want] = [textOf(actual), textOf(expected)];
  if (have !== want)
    throw new BrokenPromise(`${what}: expected ${excerpt(want)}, got ${excerpt(have)}`);
}

/** Throws unless `condition` holds. */
export function expectThat(condition: boolean, what: string): void {
  if (!condition) throw new BrokenPromise(what);
}

/**
 * The error that `action` rejects with. Throws when it resolves, or doesn't return a promise but
 * throws.
 */
export async function expectRejection(
  action: () => Promise<unknown>,
  what: string,
): Promise<unknown> {
  let answer: Promise<unknown>;
  try {
    answer = action();
  } catch (error) {
    throw new BrokenPromise(`${what}: threw on the spot instead of rejecting: ${error}`);
  }
  return answer.then(
    () => Promise.reject(new BrokenPromise(`${what}: resolved instead of rejecting`)),
    (error: unknown) => error,
  );
}

/** What fits on a line of a test report. */
const LONGEST_EXCERPT = 300;

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (part === undefined ? "(undefined)" : part));
}

function excerpt(text: string): string {
  return text.length > LONGEST_EXCERPT
    ? `${text.slice(0, LONGEST_EXCERPT)}… (${text.length} characters)`
    : text;
}
