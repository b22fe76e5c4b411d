import { expect, test } from "vitest";
import { openEngine } from "./engine/engine.ts";
import { kvStore } from "./engine/kv-store.ts";
import { wasmOf } from "./services.ts";

test("what the README of the package shows is a working service", async () => {
  const engine = await openEngine(wasmOf("readme"));
  const stores = { lists: kvStore() };
  const sign = async (body: string) => {
    const { responses } = await engine.serve([{ path: "/", method: "POST", body }], { stores });
    return responses[0];
  };

  await sign("ada");

  expect(await sign("grace")).toMatchObject({ status: 200, text: '["ada","grace"]' });
});
