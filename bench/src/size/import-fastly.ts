import { execFile } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Engine, openEngine } from "../../../test/fastly/engine/engine.ts";
import { type Spread, spreadOf } from "../spread.ts";
import { bundle } from "./bundle.ts";

/** What importing shardlist adds to a service in the Fastly engine. The build runs imports once and keeps the memory. */
export interface FastlyImport {
  /** From the start of an instance to its answer, in ms: of a service without shardlist, and with it. */
  readonly withoutMs: Spread;
  readonly withMs: Spread;
  readonly wasmBytesAdded: number;
}

const WITHOUT = `addEventListener("fetch", (event) => event.respondWith(new Response("ok")));`;
const WITH = `import * as core from "@shardlist/core"; import * as fastly from "@shardlist/fastly";
  const all = Object.keys({ ...core, ...fastly }).length;
  addEventListener("fetch", (event) => event.respondWith(new Response(all > 0 ? "ok" : "")));`;

/** Builds two services with Fastly's compiler and starts instances of them in turns. */
export async function fastlyImport(rounds: number): Promise<FastlyImport> {
  const folder = await mkdtemp(join(tmpdir(), "shardlist-bench-"));
  try {
    const without = await buildService(folder, "without", WITHOUT);
    const withIt = await buildService(folder, "with", WITH);
    const samples = { without: [] as number[], with: [] as number[] };
    for (let round = 0; round <= rounds; round++) {
      samples.without.push(await instanceMs(without.engine));
      samples.with.push(await instanceMs(withIt.engine));
    }
    // The first instances of each compile the module.
    return {
      withoutMs: spreadOf(samples.without.slice(1)),
      withMs: spreadOf(samples.with.slice(1)),
      wasmBytesAdded: withIt.bytes - without.bytes,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function buildService(
  folder: string,
  name: string,
  source: string,
): Promise<{ readonly engine: Engine; readonly bytes: number }> {
  const script = join(folder, `${name}.js`);
  const wasm = join(folder, `${name}.wasm`);
  await writeFile(script, (await bundle({ source }, { minify: true })).text);
  const package_ = dirname(createRequire(import.meta.url).resolve("@fastly/js-compute"));
  const compiler = join(package_, "cli/js-compute-runtime-cli.js");
  await promisify(execFile)(process.execPath, ["--no-deprecation", compiler, script, wasm]);
  return { engine: await openEngine(wasm), bytes: (await stat(wasm)).size };
}

async function instanceMs(engine: Engine): Promise<number> {
  const startedAt = performance.now();
  const { responses, output } = await engine.serve([{ path: "/" }]);
  if (responses[0]?.text !== "ok") throw new Error(`the service failed: ${output}`);
  return performance.now() - startedAt;
}
