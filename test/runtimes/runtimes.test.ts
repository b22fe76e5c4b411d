import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { describe, expect, test } from "vitest";

/** What is left in the list that each runtime makes; see life-of-a-list.js. */
const LEFT = '["ada",{"name":"alan"}]';

const run = promisify(execFile);
const here = (path: string) => join(import.meta.dirname, path);
const installed = (name: string) => here(`../node_modules/.bin/${name}`);

describe("the built packages append, read and remove", () => {
  test("in Node", async () => {
    expect(await printed(process.execPath, here("node/main.js"))).toBe(LEFT);
  });

  test("in Deno", async () => {
    expect(
      await printed(installed("deno"), "run", "--no-remote", "--no-lock", here("deno/main.js")),
    ).toBe(LEFT);
  });

  test("in Bun", async () => {
    expect(await printed(installed("bun"), here("bun/main.js"))).toBe(LEFT);
  });

  test.each(["nodejs_compat", "no_nodejs_compat"])("in workerd, with %s", async (flag) => {
    await using worker = await startWorker(here("workerd/worker.js"), flag);

    expect(await worker.answer()).toBe(LEFT);
  });
});

async function printed(command: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run(command, args);
  return stdout.trim();
}

async function startWorker(entry: string, compatibilityFlag: string) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    mainFields: ["browser", "module", "main"],
    conditions: ["workerd", "worker", "browser"],
  });
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: outputFiles[0]?.text ?? "",
      compatibilityDate: "2026-11-01",
      compatibilityFlags: [compatibilityFlag],
      cf: false,
    }),
  );
  return {
    async answer() {
      const response = await miniflare.dispatchFetch("http://example/");
      return await response.text();
    },
    async [Symbol.asyncDispose]() {
      await miniflare.dispose();
    },
  };
}
