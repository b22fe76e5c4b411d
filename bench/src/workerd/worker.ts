import { DurableObject } from "cloudflare:workers";
import { workersKV } from "@shardlist/cloudflare";
import { createListStore, type JsonValue } from "@shardlist/core";
import {
  appendToArray,
  arrayKey,
  isArrayWay,
  readArray,
} from "../../../examples/cloudflare-worker/demo/array-lists.ts";

interface Bindings {
  readonly LISTS: KVNamespace;
  readonly OBJECTS: DurableObjectNamespace<DurableList>;
}

const RANDOM_LETTERS = 22;

/** A list in a Durable Object, one row for each entry. */
export class DurableList extends DurableObject<Bindings> {
  constructor(state: DurableObjectState, env: Bindings) {
    super(state, env);
    state.storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS entries (id INTEGER PRIMARY KEY, value TEXT)",
    );
  }

  append(value: string): void {
    this.ctx.storage.sql.exec("INSERT INTO entries (value) VALUES (?)", value);
  }

  count(): number {
    return this.ctx.storage.sql
      .exec<{ count: number }>("SELECT count(*) AS count FROM entries")
      .one().count;
  }
}

/** `POST /way/list` appends the body in a way; `GET /way/list` counts the entries. */
export default {
  async fetch(request, env): Promise<Response> {
    const [, way = "", list = ""] = new URL(request.url).pathname.split("/");
    if (request.method === "GET") return Response.json(await countEntries(env, way, list));
    await append(env, way, list, await request.json());
    return new Response(null, { status: 201 });
  },
} satisfies ExportedHandler<Bindings>;

async function append(env: Bindings, way: string, list: string, value: JsonValue): Promise<void> {
  if (way === "shardlist") await createListStore(workersKV(env.LISTS)).list(list).append(value);
  else if (way === "put")
    await bareStore(env, `sl1/${list}/e/x/${randomName()}`, { batch: 1, values: [value] });
  else if (way === "key-per-item") await bareStore(env, `items/${list}/${randomName()}`, value);
  else if (way === "durable-object") await objectOf(env, list).append(JSON.stringify(value));
  else if (isArrayWay(way)) {
    const clock = {
      sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    };
    await appendToArray(workersKV(env.LISTS), arrayKey(list), value, way, {
      clock,
      random: Math.random,
    });
  } else throw new Error(`no way is called ${way}`);
}

/** What shardlist's adapter puts, without shardlist: the value, and the metadata that comes with a listing. */
async function bareStore(env: Bindings, key: string, record: JsonValue): Promise<void> {
  await env.LISTS.put(key, JSON.stringify(record), { metadata: record });
}

async function countEntries(env: Bindings, way: string, list: string): Promise<number> {
  if (way === "durable-object") return await objectOf(env, list).count();
  if (way === "shardlist")
    return (await createListStore(workersKV(env.LISTS)).list(list).read()).entries.length;
  if (isArrayWay(way)) return (await readArray(workersKV(env.LISTS), arrayKey(list))).length;
  let count = 0;
  const prefix = way === "put" ? `sl1/${list}/` : `items/${list}/`;
  for (let cursor: string | undefined; ; ) {
    const page = await env.LISTS.list({ prefix, ...(cursor === undefined ? {} : { cursor }) });
    count += page.keys.length;
    if (page.list_complete) return count;
    cursor = page.cursor;
  }
}

function objectOf(env: Bindings, list: string): DurableObjectStub<DurableList> {
  return env.OBJECTS.get(env.OBJECTS.idFromName(list));
}

function randomName(): string {
  return crypto.randomUUID().slice(0, RANDOM_LETTERS);
}
