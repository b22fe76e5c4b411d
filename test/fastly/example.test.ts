import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openEngine } from "./engine/engine.ts";
import { kvStore } from "./engine/kv-store.ts";
import { wasmOf } from "./services.ts";
import { findViceroy } from "./viceroy/find-viceroy.ts";
import { serveViceroy, type Viceroy } from "./viceroy/serve-viceroy.ts";

const AT_ONCE = 64;
const APPENDS = 640;
const SLOW = { timeout: 300_000 };

interface Entry {
  readonly id: string;
  readonly value: string;
}

describe("the example service", () => {
  test("appends, reads, finds and removes", async () => {
    const engine = await openEngine(wasmOf("example"));
    const stores = { lists: kvStore() };
    const call = async (method: string, path: string, body?: string) => {
      const request = { method, path, ...(body === undefined ? {} : { body }) };
      const { responses } = await engine.serve([request], { stores });
      const { status = 0, text = "" } = responses[0] ?? {};
      return { status, body: text === "" ? undefined : JSON.parse(text) };
    };

    const first = await call("POST", "/lists/caf%C3%A9", '{"text":"First!"}');
    expect(first).toMatchObject({ status: 201, body: { value: { text: "First!" } } });
    expect(await call("POST", "/lists/caf%C3%A9", '["a","b"]')).toMatchObject({ status: 201 });
    expect(await call("GET", "/lists/caf%C3%A9?latest=1")).toMatchObject({
      status: 200,
      body: { entries: [{ value: "b" }] },
    });
    expect(await call("GET", "/lists")).toEqual({ status: 200, body: { names: ["café"] } });
    expect(await call("DELETE", `/lists/caf%C3%A9/${first.body.id}`)).toMatchObject({
      status: 204,
    });
    const { body } = await call("GET", "/lists/caf%C3%A9");
    expect(body.entries.map((entry: Entry) => entry.value)).toEqual(["a", "b"]);
    expect(await call("POST", "/lists/caf%C3%A9", "no json")).toMatchObject({ status: 400 });
  });
});

const suite = inject("suiteUnderViceroy");

describe.skipIf(suite === undefined)(`under Viceroy, ${AT_ONCE} requests in flight`, () => {
  let example: Viceroy;
  beforeAll(async () => {
    example = await serveViceroy(findViceroy() ?? "viceroy", wasmOf("example"), ["lists"]);
  });
  afterAll(() => example.stop());

  test(`of ${APPENDS} appends the example loses and repeats none`, SLOW, async () => {
    const appended = await inFlight(async (n): Promise<Entry> => {
      const body = JSON.stringify(`comment ${n}`);
      const response = await fetch(`${example.url}/lists/comments`, { method: "POST", body });
      expect(response.status).toBe(201);
      return response.json();
    });

    const { entries } = await (await fetch(`${example.url}/lists/comments`)).json();

    const byId = (entry: Entry, other: Entry) => (entry.id < other.id ? -1 : 1);
    const kept = entries.map(({ id, value }: Entry) => ({ id, value }));
    expect(kept).toEqual(appended.map(({ id, value }) => ({ id, value })).sort(byId));
  });

  test(
    "reading, changing and writing back one array with 5 attempts loses some",
    SLOW,
    async () => {
      const appended = await inFlight(async (n) => {
        const response = await fetch(`${suite}/read-modify-write?store=array&value=comment+${n}`);
        expect(response.status).toBe(200);
        return `comment ${n}`;
      });

      const { result } = await (await fetch(`${suite}/array?store=array`)).json();

      const lost = appended.filter((value) => !result.includes(value));
      console.log(
        `the array lost ${lost.length} of ${APPENDS} acknowledged appends, shardlist none`,
      );
      expect(lost.length).toBeGreaterThan(0);
    },
  );
});

/** Does it for 0 to 639, 64 at a time. */
async function inFlight<Result>(work: (n: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    while (next < APPENDS) results.push(await work(next++));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
