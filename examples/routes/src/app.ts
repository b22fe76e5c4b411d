import type { ListStore } from "@shardlist/core";
import { type Context, type Env, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { answerError, answerNotFound, answerTooLarge } from "./answers.ts";
import { idempotencyKey, jsonBody, readQuery } from "./input.ts";

/** Options of {@link createApp}. */
export interface AppOptions<E extends Env> {
  /**
   * The list store that a request works on: platforms hand out their bindings with each request.
   */
  readonly lists: (context: Context<E>) => ListStore;
}

/**
 * The most that one value has in any store: Workers KV's 25 MiB. Fastly's holds less. What is
 * longer, as an array of many values may be, would only fill the memory.
 */
const MAX_BODY_BYTES = 25 * 1024 * 1024;

/**
 * An HTTP service over lists, for any platform that has `fetch` handlers.
 *
 * | request | does |
 * |---|---|
 * | `POST /lists/:name` | appends one JSON value, or all values of a JSON array |
 * | `GET /lists/:name` | reads, oldest first |
 * | `GET /lists/:name?freshness=consolidated` | reads what the last pass wrote, oldest first |
 * | `GET /lists/:name?latest=n` | reads the newest n, newest first |
 * | `DELETE /lists/:name/:id` | reads the list, then removes the entry, whether or not it shows |
 * | `GET /lists` | finds all lists |
 *
 * A `POST` answers 201 with the entry, or the entries of an array; the others 200 with
 * `{ entries }` or `{ names }`, and a `DELETE` 204. A `POST` with an `Idempotency-Key` header may
 * be repeated: it makes no second entry.
 */
export function createApp<E extends Env = Env>({ lists }: AppOptions<E>): Hono<E> {
  const app = new Hono<E>();
  app.onError(answerError);
  app.notFound(answerNotFound);
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: answerTooLarge }));

  app.post("/lists/:name", async (context) => {
    const key = idempotencyKey(context.req);
    const body = await jsonBody(context.req);
    const list = lists(context).list(context.req.param("name"));
    if (!Array.isArray(body)) return context.json(await list.append(body, { key }), 201);
    const options = key === undefined ? {} : { keyOf: keyOfPlace(key) };
    return context.json(await list.appendAll(body, options), 201);
  });

  app.get("/lists/:name", async (context) => {
    const { latest, freshness } = readQuery(context.req);
    const list = lists(context).list(context.req.param("name"));
    if (latest !== undefined) return context.json({ entries: await list.latest(latest) });
    const { entries } = await list.read({ freshness });
    return context.json({ entries });
  });

  app.delete("/lists/:name/:id", async (context) => {
    const { name, id } = context.req.param();
    const list = lists(context).list(name);
    // A repeated POST left a second record behind the entry. A handle that has read the list
    // removes that too: hence the read, and its cost.
    await list.read();
    await list.remove(id);
    return context.body(null, 204);
  });

  app.get("/lists", async (context) => {
    const names: string[] = [];
    for await (const name of lists(context).names()) names.push(name);
    return context.json({ names: names.sort() });
  });

  return app;
}

/** Gives each value of an array a key of its own, from the one that came with the request. */
function keyOfPlace(key: string): (value: unknown, index: number) => string {
  return (_, index) => `${key}#${index}`;
}
