/// <reference types="@fastly/js-compute" />

import { KVStore } from "fastly:kv-store";
import {
  createListStore,
  type JsonValue,
  type List,
  ListError,
  type ListEvent,
  updateRecord,
} from "@shardlist/core";
import { memoryStore } from "@shardlist/core/memory";
import { fastlyKV } from "@shardlist/fastly";
import { checksOver } from "./checks.ts";
import { clockAndRandomCalls } from "./watch-import.ts";

/** Made while the build runs, so that whatever it drew then would be the same in every instance. */
const listsOfTheBuild = createListStore(memoryStore());
const callsOfTheBuild = clockAndRandomCalls();
let requestsOfThisInstance = 0;
let kept: List | undefined;

type Query = URLSearchParams;
type Route = (query: Query, event: FetchEvent) => Promise<unknown>;

const routes: Readonly<Record<string, Route>> = {
  "/checks": async () => checksOver("lists").map(({ name }) => name),
  "/check": async (query) => {
    await checksOver(query.get("store") ?? "lists")[Number(query.get("number"))]?.run();
  },
  "/append": async (query) => {
    const { id, value } = await listOf(query).append(valueFrom(query));
    return query.has("brief") ? { id } : { id, value };
  },
  "/append-all": async (query) =>
    (
      await listOf(query).appendAll(
        Array.from({ length: Number(query.get("count")) }, (_, n) => `entry ${n}`),
      )
    ).length,
  "/append-each": async (query) => {
    const list = listOf(query);
    const count = Number(query.get("count"));
    for (let n = 0; n < count; n++) await list.append(`${n} ${valueFrom(query)}`);
    return count;
  },
  "/remove": (query) => listOf(query).remove(query.getAll("id")),
  "/read": async (query) => {
    const { values, operations } = await listOf(query).read();
    return query.has("brief") ? { length: values.length, operations } : { values, operations };
  },
  "/compact": (query) =>
    listOf(query).compact({ maxOperations: Number(query.get("maxOperations") ?? 100) }),
  "/append-then-compact": async (query, event) => {
    const list = listOf(query);
    const entry = await list.append(valueFrom(query));
    event.waitUntil(list.compact());
    return entry;
  },
  "/iterate": async (query) => {
    let count = 0;
    for await (const entry of listOf(query)) if (entry.value !== undefined) count++;
    return count;
  },
  "/read-modify-write": (query) =>
    updateRecord(storeOf(query), "array", (current) => [
      ...(Array.isArray(current) ? current : []),
      valueFrom(query),
    ]),
  "/array": (query) => storeOf(query).get("array"),
  "/kept": async (query) => {
    kept ??= listOf(query);
    await kept.append(valueFrom(query));
    return (await kept.read()).values;
  },
  "/raw": (query) => rawCall(query),
  "/instance": async () => ({
    id: (await listsOfTheBuild.list("ids").append(0)).id,
    requests: ++requestsOfThisInstance,
    callsOfTheBuild,
  }),
};

/** Answers with JSON: what the route returns, and what the list told of. */
export async function answer(event: FetchEvent): Promise<Response> {
  const { pathname, searchParams } = new URL(event.request.url);
  events.length = 0;
  try {
    const result = await routes[pathname]?.(searchParams, event);
    return Response.json({ result, events });
  } catch (error) {
    return Response.json({ error: errorOf(error), events }, { status: 500 });
  }
}

const events: unknown[] = [];

function storeOf(query: Query) {
  const options = query.has("nameBytes") ? { nameBytes: Number(query.get("nameBytes")) } : {};
  return fastlyKV(new KVStore(query.get("store") ?? "lists"), options);
}

/** A list whose clock is ahead where the request says so, as if it came later. */
function listOf(query: Query) {
  const aheadMs = Number(query.get("aheadMs") ?? 0);
  const clock = {
    now: () => Date.now() + aheadMs,
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  };
  return createListStore(storeOf(query), {
    clock,
    onEvent: (event) => events.push(toldOf(event)),
  }).list(query.get("list") ?? "numbers");
}

function valueFrom(query: Query): JsonValue {
  return (query.get("value") ?? "").repeat(Number(query.get("times") ?? 1));
}

/** One call of the binding itself. */
async function rawCall(query: Query): Promise<string> {
  const store = new KVStore(query.get("store") ?? "lists");
  const key = query.get("key") ?? "";
  try {
    if (query.get("call") === "delete") await store.delete(key);
    if (query.get("call") === "put") await store.put(key, "value");
    if (query.get("call") === "list") await store.list({ prefix: key, limit: 10 });
    return "resolved";
  } catch (error) {
    return String(error).trim();
  }
}

function toldOf(event: ListEvent): unknown {
  return event.type === "retry" ? { ...event, cause: String(event.cause) } : event;
}

function errorOf(error: unknown): unknown {
  if (error instanceof ListError)
    return {
      code: error.code,
      message: error.message,
      keys: error.keys,
      cause: String(error.cause),
    };
  return { message: String(error) };
}
