import type { KvCall, KvFault } from "../engine/kv-store.ts";
import type { Answer, EngineService } from "./engine-service.ts";

/** What the service answers to a read. */
export interface Read {
  readonly values: readonly string[];
  readonly operations: { readonly list: number; readonly get: number };
}

/** Lets the first `times` calls of a kind go wrong. */
export function failFirst(operation: KvCall["operation"], fault: KvFault, times = 1) {
  let left = times;
  return (call: KvCall) => (call.operation === operation && left-- > 0 ? fault : undefined);
}

/** Reads the list in an instance of its own. */
export function read(service: EngineService, query = {}): Promise<Answer<Read>> {
  return service.call<Read>("/read", query);
}
