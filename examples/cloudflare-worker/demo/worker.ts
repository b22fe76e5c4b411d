import { workersKV } from "@shardlist/cloudflare";
import { type Context, Hono } from "hono";
import example, { type Bindings } from "../src/index.ts";
import { appendToArray, arrayKey, isArrayWay, readArray } from "./array-lists.ts";
import { countCalls } from "./counted.ts";

type DemoContext = Context<{ Bindings: Bindings }>;

/** Calls of the binding since the Worker started. */
let operations = 0;

/**
 * The example Worker as it is, and beside it the ways that it is compared with. All of them use one
 * counted binding.
 */
const app = new Hono<{ Bindings: Bindings }>();

app.all("/lists/*", (context) =>
  example.fetch(context.req.raw, { LISTS: countedKV(context) }, context.executionCtx),
);

app.post("/arrays/:way/:name", async (context) => {
  const { way, name } = context.req.param();
  if (!isArrayWay(way)) return context.notFound();
  const store = workersKV(countedKV(context));
  const value = await context.req.json();
  await appendToArray(store, arrayKey(name), value, way, { clock: { sleep }, random: Math.random });
  return context.json({}, 201);
});

app.get("/arrays/:way/:name", async (context) => {
  const store = workersKV(countedKV(context));
  return context.json(await readArray(store, arrayKey(context.req.param("name"))));
});

app.get("/operations", (context) => context.json({ operations }));

function countedKV(context: DemoContext): KVNamespace {
  return countCalls(context.env.LISTS, () => {
    operations++;
  });
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export default { fetch: app.fetch } satisfies ExportedHandler<Bindings>;
