import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";
import { createHost, type EngineRequest, type EngineResponse } from "./host.ts";
import { type HostClock, hostClock } from "./host-clock.ts";
import type { KvStore } from "./kv-store.ts";

/** What one instance did with its requests. */
export interface EngineRun {
  readonly responses: readonly EngineResponse[];
  /** What the guest printed. */
  readonly output: string;
  /** CPU time of the guest and of this host, in ms; not of the threads that compile. */
  readonly cpuMs: number;
  /** The guest's memory at the end, which is the most it had: it never shrinks. */
  readonly heapBytes: number;
}

/** The stores that an instance sees, and a moment that a test may want to know of. */
export interface EngineOptions {
  readonly stores?: Readonly<Record<string, KvStore>>;
  readonly clock?: HostClock;
  readonly onResponse?: () => void;
}

/** A compiled service, in the engine that Fastly runs. */
export interface Engine {
  /**
   * Starts one instance and hands it the requests, one after another, as far as its build takes
   * them: one, unless it has set up reusable sandboxes.
   */
  serve(requests: readonly EngineRequest[], options?: EngineOptions): Promise<EngineRun>;
}

/** Compiles a wasm that `js-compute-runtime` has built. */
export async function openEngine(wasmFile: string): Promise<Engine> {
  const module = await WebAssembly.compile(await readFile(wasmFile));
  return { serve: (requests, options = {}) => serve(module, requests, options) };
}

async function serve(
  module: WebAssembly.Module,
  requests: readonly EngineRequest[],
  { stores = {}, clock = hostClock(), onResponse = () => {} }: EngineOptions,
): Promise<EngineRun> {
  const wasi = new WASI({ version: "preview1", args: ["service"], env: {}, returnOnExit: true });
  const memory = () => instance.exports.memory as WebAssembly.Memory;
  const host = createHost({ requests, stores, clock, onResponse, memory, wasi: wasi.wasiImport });
  const instance = await WebAssembly.instantiate(module, host.importsOf(module));
  const started = process.threadCpuUsage();
  wasi.start(instance);
  const { user, system } = process.threadCpuUsage(started);
  return {
    responses: host.responses(),
    output: host.output(),
    cpuMs: (user + system) / 1000,
    heapBytes: memory().buffer.byteLength,
  };
}
