/**
 * What went wrong, as something a caller can act on.
 *
 * | code | retrying helps | the write may have landed |
 * |---|---|---|
 * | `invalid-option` | no: mend the option | no |
 * | `invalid-name` | no: choose another list name | no |
 * | `invalid-value` | no: mend the value or id | no |
 * | `value-too-large` | no: split the value, or store it elsewhere and append a reference | no |
 * | `throttled` | yes, after a second or more | yes, once |
 * | `quota-exhausted` | not in this invocation, or not today | only at an earlier attempt |
 * | `store-failed` | yes | yes, once |
 * | `record-corrupt` | no: `verify()` names the keys | nothing was written |
 * | `read-incomplete` | yes, after the staleness window | nothing was written |
 * | `budget-exhausted` | yes, with a larger budget or in another invocation | what the report says |
 */
export type ListErrorCode =
  | "invalid-option"
  | "invalid-name"
  | "invalid-value"
  | "value-too-large"
  | "throttled"
  | "quota-exhausted"
  | "store-failed"
  | "record-corrupt"
  | "read-incomplete"
  | "budget-exhausted";

/** What {@link ListError} carries besides its message. */
export interface ListErrorDetails {
  /** The error of the store, or of the schema, that led to this one. */
  readonly cause?: unknown;
  /** The keys that could not be read. */
  readonly keys?: readonly string[];
}

/**
 * The one error that shardlist rejects with. Its `code` says what a caller can do, its message says it in words, its
 * `cause` is the store's own error.
 *
 * @example
 * ```ts
 * try {
 *   await list.append(value);
 * } catch (error) {
 *   if (error instanceof ListError && error.code === "throttled") return new Response("try again", { status: 429 });
 *   throw error;
 * }
 * ```
 */
export class ListError extends Error {
  override readonly name = "ListError";
  /** What a caller can act on; see {@link ListErrorCode}. */
  readonly code: ListErrorCode;
  /** The keys that could not be read, with the codes `read-incomplete` and `record-corrupt`; else empty. */
  readonly keys: readonly string[];

  constructor(code: ListErrorCode, message: string, details: ListErrorDetails = {}) {
    super(message, details);
    this.code = code;
    this.keys = details.keys ?? [];
  }
}

/** Runs what is the caller's own: what it throws is the caller's mistake, and no failure of the store. */
export function blaming<Result>(what: string, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    if (cause instanceof ListError) throw cause;
    throw new ListError("invalid-value", `${what} threw: see the cause`, { cause });
  }
}
