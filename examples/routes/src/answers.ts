import { ListError, type ListErrorCode } from "@shardlist/core";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";

/** The body of every answer that isn't a success. */
interface ErrorBody {
  readonly error: {
    /** What a program can act on. */
    readonly code: string;
    /** What a person can act on. */
    readonly message: string;
  };
}

/** What a client can mend itself. Their messages speak of its input only. */
const INPUT_STATUS: { readonly [code in ListErrorCode]?: 400 | 413 } = {
  "invalid-name": 400,
  "invalid-value": 400,
  "value-too-large": 413,
};

/** shardlist has waited and tried several times by then, so let the client wait for longer. */
const RETRY_AFTER_SECONDS = 10;

/**
 * Answers for whatever a route threw. What only the operator can mend goes to the log, and nothing
 * of it to the client.
 */
export function answerError(error: unknown, context: Context): Response {
  if (error instanceof HTTPException && error.status === 400)
    return context.json(body("bad-input", error.message), 400);
  if (error instanceof ListError) {
    const status = INPUT_STATUS[error.code];
    if (status !== undefined) return context.json(body(error.code, error.message), status);
    if (error.code === "throttled") return answerThrottled(context);
  }
  console.error(error);
  return context.json(body("unavailable", "the lists can't be reached, try again later"), 503);
}

function answerThrottled(context: Context): Response {
  context.header("Retry-After", String(RETRY_AFTER_SECONDS));
  return context.json(body("throttled", "too many requests, try again later"), 429);
}

/** Answers a request whose body is larger than any list takes. */
export function answerTooLarge(context: Context): Response {
  return context.json(body("value-too-large", "the body is too large"), 413);
}

/** Answers a request that no route takes. */
export function answerNotFound(context: Context): Response {
  return context.json(body("not-found", "there is nothing here"), 404);
}

function body(code: string, message: string): ErrorBody {
  return { error: { code, message } };
}
