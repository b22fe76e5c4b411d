import type { ListEvent } from "@shardlist/core";
import { openEngine } from "../engine/engine.ts";
import { type HostClock, hostClock } from "../engine/host-clock.ts";
import { type KvCall, type KvStore, kvStore } from "../engine/kv-store.ts";
import { type ServiceName, wasmOf } from "../services.ts";

/** What the service in the wasm answered, taken apart. */
export interface Answer<Result> {
  readonly status: number;
  readonly result: Result;
  readonly error?: {
    readonly code?: string;
    readonly message: string;
    readonly keys?: readonly string[];
  };
  /** What the list told its listener. */
  readonly events: readonly ListEvent[];
  readonly cpuMs: number;
  readonly heapBytes: number;
  /** Calls on the store before the response was sent, and after it. */
  readonly calls: { readonly before: readonly KvCall[]; readonly after: readonly KvCall[] };
}

/**
 * A service over one store, which is empty at first. Each call is a request to an instance of its
 * own.
 */
export interface EngineService {
  readonly store: KvStore;
  call<Result>(
    path: string,
    query?: Readonly<Record<string, string | number>>,
  ): Promise<Answer<Result>>;
}

/** Opens the service in the engine in this process. */
export async function openService(service: ServiceName = "fresh"): Promise<EngineService> {
  const engine = await openEngine(wasmOf(service));
  const store = kvStore();
  const clock: HostClock = hostClock();
  return {
    store,
    async call(path, query = {}) {
      const start = store.calls.length;
      let sent = start;
      const onResponse = () => {
        sent = store.calls.length;
      };
      const parameters = Object.entries(query).map(([name, value]) => [name, String(value)]);
      const request = { path: `${path}?${new URLSearchParams(parameters)}` };
      const options = { stores: { lists: store }, clock, onResponse };
      const { responses, output, ...run } = await engine.serve([request], options);
      const [response] = responses;
      if (response === undefined) throw new Error(`no response; the guest printed: ${output}`);
      const calls = { before: store.calls.slice(start, sent), after: store.calls.slice(sent) };
      return { ...JSON.parse(response.text), status: response.status, calls, ...run };
    },
  };
}

/** The calls of one kind. */
export function only<Operation extends KvCall["operation"]>(
  calls: readonly KvCall[],
  operation: Operation,
): Extract<KvCall, { operation: Operation }>[] {
  return calls.filter(
    (call): call is Extract<KvCall, { operation: Operation }> => call.operation === operation,
  );
}
