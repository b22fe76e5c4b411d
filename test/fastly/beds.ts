import { openEngine } from "./engine/engine.ts";
import { kvStore } from "./engine/kv-store.ts";
import { type ServiceName, wasmOf } from "./services.ts";
import { findViceroy } from "./viceroy/find-viceroy.ts";
import { serveViceroy } from "./viceroy/serve-viceroy.ts";

/** Somewhere that a service runs. Each of its stores is empty at first and known by its name. */
export interface Bed {
  request(path: string): Promise<BedResponse>;
  stop(): Promise<void>;
}

export interface BedResponse {
  readonly status: number;
  readonly text: string;
}

/** A bed that isn't opened yet. */
export interface BedToOpen {
  readonly name: string;
  /** Why its tests are skipped; `undefined` where they run. */
  readonly missing: string | undefined;
  open(service: ServiceName, stores: readonly string[]): Promise<Bed>;
}

/** The engine in this process, and Fastly's own local server. */
export const BEDS: readonly BedToOpen[] = [
  { name: "the engine in Node", missing: undefined, open: openEngineBed },
  {
    name: "Viceroy",
    missing: findViceroy() === undefined ? "not on this machine" : undefined,
    open: openViceroyBed,
  },
];

/** Compute gives an instance 128 MB. Viceroy holds services to it, Node doesn't. */
const HEAP_BYTES = 128 * 1024 * 1024;

async function openEngineBed(service: ServiceName, names: readonly string[]): Promise<Bed> {
  const engine = await openEngine(wasmOf(service));
  const stores = Object.fromEntries(names.map((name) => [name, kvStore()]));
  return {
    async request(path) {
      const { responses, output, heapBytes } = await engine.serve([{ path }], { stores });
      if (heapBytes > HEAP_BYTES) return { status: 0, text: `the heap grew to ${heapBytes} bytes` };
      return responses[0] ?? { status: 0, text: `no response; the guest printed: ${output}` };
    },
    stop: async () => {},
  };
}

async function openViceroyBed(service: ServiceName, names: readonly string[]): Promise<Bed> {
  const server = await serveViceroy(findViceroy() ?? "viceroy", wasmOf(service), names);
  return {
    async request(path) {
      const response = await fetch(server.url + path);
      return { status: response.status, text: await response.text() };
    },
    stop: server.stop,
  };
}
