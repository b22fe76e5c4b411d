import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleWorker, type RunningWorker, startWorker } from "../demo/workerd.ts";
import { type Client, clientOf, pathOf } from "./support/client.ts";

const THROTTLED = "KV PUT failed: 429 Too Many Requests";
const FAULTS = [
  ["the day's allowance is used up", "KV put() limit exceeded for the day."],
  ["the invocation's allowance is used up", "Too many API requests by single Worker invocation."],
  ["the connection is lost", "Network connection lost."],
  ["the store is down", "KV PUT failed: 503 Service Unavailable"],
  ["the store says what nobody knows", "s3cret: something odd at 10.0.0.7"],
] as const;

const logged: string[] = [];
let worker: RunningWorker;
let client: Client;

beforeAll(async () => {
  const script = await bundleWorker(join(import.meta.dirname, "support/faulty-worker.ts"));
  worker = await startWorker(script, (message) => logged.push(message));
  client = clientOf(worker.url);
});
afterAll(async () => await worker[Symbol.asyncDispose]());

const REQUESTS = [
  ["POST", pathOf("guests")],
  ["GET", pathOf("guests")],
  ["GET", `${pathOf("guests")}?latest=1`],
  ["GET", `${pathOf("guests")}?freshness=consolidated`],
  ["DELETE", `${pathOf("guests")}/${"0".repeat(22)}`],
  ["GET", "/lists"],
] as const;

test.each(REQUESTS)(
  "%s %s answers 429 with Retry-After when the store throttles",
  async (method, path) => {
    const response = await sendFailing(method, path, THROTTLED);

    expect(response.status).toBe(429);
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ error: { code: "throttled" } });
  },
);

test.each(FAULTS)("answers 503 when %s, and tells only the log why", async (_, message) => {
  for (const [method, path] of REQUESTS) {
    const response = await sendFailing(method, path, message);

    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      error: { code: "unavailable", message: "the lists can't be reached, try again later" },
    });
  }
  await expect.poll(() => logged.join("\n")).toContain(message);
});

test("a POST that failed and is repeated with its key is one entry", async () => {
  const headers = { "Idempotency-Key": "k" };
  const failed = await client.post("orders", "tea", { ...headers, "X-KV-Error": THROTTLED });
  for (let attempt = 0; attempt < 2; attempt++) await client.post("orders", "tea", headers);

  expect(failed.status).toBe(429);
  expect(await client.values("orders")).toEqual(["tea"]);
});

async function sendFailing(method: string, path: string, message: string): Promise<Response> {
  const body = method === "POST" ? { text: '"ada"' } : {};
  return await client.send(method, path, { ...body, headers: { "X-KV-Error": message } });
}
