import type { JsonValue, ReadOptions } from "@shardlist/core";
import type { HonoRequest } from "hono";
import { HTTPException } from "hono/http-exception";

/** What a `GET` asks for. */
export interface ReadQuery {
  readonly latest: number | undefined;
  readonly freshness: ReadOptions["freshness"];
}

/** shardlist takes 1,024 characters; the rest is for a value's place in an array. */
const MAX_KEY_CHARACTERS = 1000;

/** The body as JSON. */
export async function jsonBody(request: HonoRequest): Promise<JsonValue> {
  const text = await request.text();
  try {
    return JSON.parse(text);
  } catch {
    throw badInput("the body must be JSON");
  }
}

/** The header that makes a `POST` repeatable, where there is one. */
export function idempotencyKey(request: HonoRequest): string | undefined {
  const key = request.header("Idempotency-Key");
  if (key === undefined || (key.length > 0 && key.length <= MAX_KEY_CHARACTERS)) return key;
  throw badInput(`the header Idempotency-Key must have 1 to ${MAX_KEY_CHARACTERS} characters`);
}

/** The query of a `GET`, checked. */
export function readQuery(request: HonoRequest): ReadQuery {
  const latest = latestOf(request.query("latest"));
  const freshness = freshnessOf(request.query("freshness"));
  if (latest === undefined || freshness !== "consolidated") return { latest, freshness };
  throw badInput("`latest` can't be combined with `freshness=consolidated`");
}

function latestOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw badInput("`latest` must be a whole number above 0");
}

function freshnessOf(text: string | undefined): ReadOptions["freshness"] {
  if (text === undefined || text === "latest" || text === "consolidated") return text;
  throw badInput("`freshness` must be `latest` or `consolidated`");
}

function badInput(message: string): HTTPException {
  return new HTTPException(400, { message });
}
