import { inject } from "vitest";
import { openEngine } from "./engine/engine.ts";
import { kvStore } from "./engine/kv-store.ts";
import { wasmOf } from "./services.ts";
import { STORES } from "./viceroy/stores.ts";

/** Somewhere that the suite's service runs. Its stores are known by their names. */
export interface Bed {
  readonly name: string;
  /** Whether its tests are skipped, because it isn't on this machine. */
  readonly isMissing: boolean;
  request(path: string): Promise<BedResponse>;
}

export interface BedResponse {
  readonly status: number;
  readonly text: string;
}

/** Compute gives an instance 128 MB. Viceroy holds services to it, Node doesn't. */
const HEAP_BYTES = 128 * 1024 * 1024;

/**
 * The engine in this process, with stores of its own, and Fastly's local server, which all files
 * share.
 */
export async function openBeds(): Promise<readonly [Bed, Bed]> {
  const engine = await openEngine(wasmOf("fresh"));
  const stores = Object.fromEntries(STORES.map((name) => [name, kvStore()]));
  const url = inject("suiteUnderViceroy");
  return [
    {
      name: "the engine in Node",
      isMissing: false,
      async request(path) {
        const { responses, output, heapBytes } = await engine.serve([{ path }], { stores });
        if (heapBytes > HEAP_BYTES) return { status: 0, text: `${heapBytes} bytes of heap` };
        return responses[0] ?? { status: 0, text: `no response; the guest printed: ${output}` };
      },
    },
    {
      name: "Viceroy",
      isMissing: url === undefined,
      async request(path) {
        const response = await fetch(url + path);
        return { status: response.status, text: await response.text() };
      },
    },
  ];
}
