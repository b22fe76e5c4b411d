import { describe, expect, test } from "vitest";
import { openEngine } from "./engine/engine.ts";
import { kvStore } from "./engine/kv-store.ts";
import { wasmOf } from "./services.ts";

interface Instance {
  readonly id: string;
  readonly requests: number;
  readonly callsOfTheBuild: number;
}

const MANY_INSTANCES = { timeout: 300_000 };

describe("a build, of which each instance starts as a copy", () => {
  test("importing the library asks for no time and no random numbers", async () => {
    const engine = await openEngine(wasmOf("fresh"));

    const { responses } = await engine.serve([{ path: "/instance" }]);

    expect(instanceOf(responses[0]).callsOfTheBuild).toBe(0);
  });

  test(
    "1,000 instances draw 1,000 ids, though the list was made by the build",
    MANY_INSTANCES,
    async () => {
      const engine = await openEngine(wasmOf("fresh"));
      const ids = new Set<string>();

      for (let n = 0; n < 1000; n++) {
        const { responses } = await engine.serve([{ path: "/instance" }]);
        ids.add(instanceOf(responses[0]).id.slice(-12));
      }

      expect(ids.size).toBe(1000);
    },
  );
});

describe("sandboxes", () => {
  test("a fresh one takes one request", async () => {
    const engine = await openEngine(wasmOf("fresh"));

    const { responses } = await engine.serve([{ path: "/instance" }, { path: "/instance" }]);

    expect(responses.map((response) => instanceOf(response).requests)).toEqual([1]);
  });

  test("a reusable one takes many, and gives each an id of its own", async () => {
    const engine = await openEngine(wasmOf("reusable"));
    const requests = Array.from({ length: 20 }, () => ({ path: "/instance" }));

    const instances = [await engine.serve(requests), await engine.serve(requests)];

    const all = instances.flatMap(({ responses }) => responses.map(instanceOf));
    expect(all.map(({ requests }) => requests)).toEqual([...numbers(20), ...numbers(20)]);
    expect(new Set(all.map(({ id }) => id.slice(-12))).size).toBe(40);
  });

  test("a handle kept from request to request goes on working, and sees what others append", async () => {
    const engine = await openEngine(wasmOf("reusable"));
    const stores = { lists: kvStore() };
    const kept = (value: string) => ({ path: `/kept?value=${value}` });

    await engine.serve([{ path: "/append?value=other" }], { stores });
    const { responses } = await engine.serve([kept("a"), kept("b"), kept("c")], { stores });

    expect(responses.map(({ text }) => JSON.parse(text).result)).toEqual([
      ["other", "a"],
      ["other", "a", "b"],
      ["other", "a", "b", "c"],
    ]);
  });
});

function instanceOf(response: { readonly text: string } | undefined): Instance {
  return JSON.parse(response?.text ?? "{}").result;
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n + 1);
}
