import { join } from "node:path";
import type { Entry } from "@shardlist/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleWorker, type RunningWorker, startWorker } from "../demo/workerd.ts";
import { type Client, clientOf, pathOf } from "./support/client.ts";

let worker: RunningWorker;
let client: Client;

beforeAll(async () => {
  worker = await startWorker(await bundleWorker(join(import.meta.dirname, "../src/index.ts")));
  client = clientOf(worker.url);
});
afterAll(async () => await worker[Symbol.asyncDispose]());

describe("appending", () => {
  test("answers 201 with the entry, which a read then shows", async () => {
    const response = await client.post("guests", { name: "ada" });
    const entry = (await response.json()) as Entry;

    expect(response.status).toBe(201);
    expect(entry).toEqual({
      id: expect.stringMatching(/^[-0-9A-Z_a-z]{22}$/),
      value: { name: "ada" },
      appendedAt: expect.any(Number),
    });
    expect(await client.entries("guests")).toEqual([entry]);
  });

  test.each([["text"], [0], [false], [null], [{}]])("takes %j as a value", async (value) => {
    const list = `one ${JSON.stringify(value)}`;
    const response = await client.post(list, value);

    expect(response.status).toBe(201);
    expect(await client.values(list)).toEqual([value]);
  });

  test("an array is appended as its values, in order and under one key", async () => {
    const response = await client.post("numbers", [1, 2, 3]);
    const entries = (await response.json()) as Entry[];

    expect(response.status).toBe(201);
    expect(entries.map((entry) => entry.value)).toEqual([1, 2, 3]);
    expect(await client.entries("numbers")).toEqual(entries);
    expect(await keysOf("numbers")).toHaveLength(1);
  });

  test("half a surrogate pair survives", async () => {
    await client.send("POST", pathOf("halves"), { text: '"a\\ud800"' });

    expect(await client.values("halves")).toEqual(["a\ud800"]);
  });

  test("an array inside an array is a value", async () => {
    await client.post("pairs", [[1, 2]]);

    expect(await client.values("pairs")).toEqual([[1, 2]]);
  });

  test("an empty array appends nothing", async () => {
    const response = await client.post("nothing", []);

    expect([response.status, await response.json()]).toEqual([201, []]);
    expect(await client.values("nothing")).toEqual([]);
  });

  test("a request repeated with its Idempotency-Key makes no second entry", async () => {
    const headers = { "Idempotency-Key": "order 17" };
    for (let attempt = 0; attempt < 3; attempt++) await client.post("orders", "tea", headers);
    for (let attempt = 0; attempt < 3; attempt++) await client.post("orders", ["a", "b"], headers);

    expect(await client.values("orders")).toEqual(["tea", "a", "b"]);
  });

  test("500 requests at once are 500 entries", async () => {
    const values = Array.from({ length: 500 }, (_, index) => index);

    const responses = await Promise.all(values.map((value) => client.post("crowd", value)));

    expect(responses.filter((response) => response.status === 201)).toHaveLength(500);
    expect((await client.values("crowd")).toSorted(byNumber)).toEqual(values);
  });
});

describe("reading", () => {
  test("a list that nobody wrote to is empty", async () => {
    expect(await client.entries("never")).toEqual([]);
  });

  test("latest=n shows the newest n, newest first", async () => {
    await client.post("days", ["mon", "tue", "wed"]);

    expect(await client.values("days", "?latest=2")).toEqual(["wed", "tue"]);
    expect(await client.values("days", "?latest=9")).toEqual(["wed", "tue", "mon"]);
  });

  test("freshness=consolidated shows what the last cron run wrote", async () => {
    await client.post("log", ["a", "b"]);
    await (await worker.miniflare.getWorker()).scheduled({ cron: "0 * * * *" });
    await client.append("log", "c");

    expect(await client.values("log", "?freshness=consolidated")).toEqual(["a", "b"]);
    expect(await client.values("log", "?freshness=latest")).toEqual(["a", "b", "c"]);
  });

  test("names are any text, and each has a list of its own", async () => {
    const names = ["a", "a/b", "a b", "a%2Fb", "ä€😀", "?latest=1"];
    for (const name of names) await client.append(name, name);

    for (const name of names) expect(await client.values(name)).toEqual([name]);
  });

  test("GET /lists names every list", async () => {
    await client.append("named/😀", 1);

    const response = await client.send("GET", "/lists");
    const { names } = (await response.json()) as { readonly names: readonly string[] };

    expect(response.status).toBe(200);
    expect(names).toContain("named/😀");
    expect(names).toEqual([...new Set(names)].sort());
  });
});

describe("removing", () => {
  test("an entry is gone after its DELETE, and the others stay", async () => {
    const [first] = (await (await client.post("tasks", ["wash", "dry"])).json()) as Entry[];

    const response = await client.send("DELETE", `${pathOf("tasks")}/${first?.id}`);

    expect(response.status).toBe(204);
    expect(await client.values("tasks")).toEqual(["dry"]);
  });

  test("a repeated DELETE answers alike", async () => {
    const { id } = await client.append("once", 1);

    const first = await client.send("DELETE", `${pathOf("once")}/${id}`);
    const second = await client.send("DELETE", `${pathOf("once")}/${id}`);

    expect([first.status, second.status]).toEqual([204, 204]);
  });

  test("an entry whose POST was repeated is gone after one DELETE", async () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      await client.post("retried", "x", { "Idempotency-Key": "k" });
    }
    const [entry] = await client.entries("retried");

    await client.send("DELETE", `${pathOf("retried")}/${entry?.id}`);

    expect(await client.values("retried")).toEqual([]);
  });
});

describe("bad input is refused, and nothing is stored", () => {
  test.each([
    ["no JSON", "{"],
    ["no body", ""],
    ["a number that JSON can't carry", "1e999"],
    ["a number too large inside an array", '[1, {"deep": [1e999]}]'],
  ])("400 for %s", async (_, text) => {
    const response = await client.send("POST", pathOf("refused"), { text });

    expect(await refusalOf(response)).toEqual({ status: 400, code: expect.any(String) });
    expect(await keysOf("refused")).toEqual([]);
  });

  test("the message says where in the value the fault is", async () => {
    const response = await client.send("POST", pathOf("refused"), { text: '[{"deep": [1e999]}]' });

    expect(await response.text()).toContain("values[0].deep[0]");
  });

  test.each([
    "?latest=0",
    "?latest=-1",
    "?latest=1.5",
    "?latest=many",
    "?latest=",
    "?freshness=old",
    "?latest=1&freshness=consolidated",
  ])("400 for %s", async (query) => {
    const response = await client.send("GET", pathOf("days") + query);

    expect(await refusalOf(response)).toEqual({ status: 400, code: "bad-input" });
  });

  test("400 for an Idempotency-Key of 1,001 characters, and none for 1,000", async () => {
    const tooLong = await client.post("refused", 1, { "Idempotency-Key": "k".repeat(1001) });
    const longest = await client.post("long keys", [1, 2], { "Idempotency-Key": "k".repeat(1000) });

    expect(await refusalOf(tooLong)).toEqual({ status: 400, code: "bad-input" });
    expect(longest.status).toBe(201);
  });

  test("400 for a name that no key can carry", async () => {
    const response = await client.post("n".repeat(500), 1);

    expect(await refusalOf(response)).toEqual({ status: 400, code: "invalid-name" });
  });

  test("400 for a DELETE of what isn't an id", async () => {
    const response = await client.send("DELETE", `${pathOf("days")}/first`);

    expect(await refusalOf(response)).toEqual({ status: 400, code: "invalid-value" });
  });

  test("413 for a value that no key can hold", async () => {
    const response = await client.post("refused", "x".repeat(25 * 1024 * 1024 - 1024));

    expect(await refusalOf(response)).toEqual({ status: 413, code: "value-too-large" });
    expect(await keysOf("refused")).toEqual([]);
  });

  test.each(["GET /", "GET /list", "PUT /lists/days", "DELETE /lists/days"])(
    "404 for %s",
    async (line) => {
      const [method = "", path = ""] = line.split(" ");

      expect(await refusalOf(await client.send(method, path))).toEqual({
        status: 404,
        code: "not-found",
      });
    },
  );
});

/** The keys that are stored of a list whose name needs no escaping. */
async function keysOf(list: string): Promise<readonly string[]> {
  const namespace = await worker.miniflare.getKVNamespace("LISTS");
  const { keys } = await namespace.list({ prefix: `sl1/${list}/` });
  return keys.map((key) => key.name);
}

async function refusalOf(response: Response): Promise<{ status: number; code: string }> {
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return { status: response.status, code: error.code };
}

function byNumber(left: unknown, right: unknown): number {
  return Number(left) - Number(right);
}
