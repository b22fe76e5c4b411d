import type { GuestMemory } from "./guest-memory.ts";
import type { Handles } from "./handles.ts";
import { bodyBytes, type HttpBody, httpBody } from "./http-bodies.ts";
import type { KvAnswer, KvCall, KvStore } from "./kv-store.ts";
import { type HostModule, KV_CODE, STATUS } from "./status.ts";

/** What the import module `fastly_kv_store` works on. */
export interface KvHost {
  readonly memory: GuestMemory;
  readonly bodies: Handles<HttpBody>;
  readonly stores: Readonly<Record<string, KvStore>>;
  readonly opened: Handles<KvStore>;
  readonly pending: Handles<KvAnswer>;
  now(): number;
}

/** Bits that say which options of a call are set. */
const INSERT = { metadata: 8, ttl: 16, generation: 32 } as const;
const LIST = { cursor: 2, limit: 4, prefix: 8 } as const;
const EVENTUAL = 1;

/**
 * The import module `fastly_kv_store`. A call is answered when it is made; its `_wait` only fetches
 * the answer.
 */
export function kvStoreCalls(host: KvHost): HostModule {
  const { memory, stores, opened, pending } = host;

  function start(handle: number, call: KvCall, out: number): number {
    const store = opened.get(handle);
    if (store === undefined) return STATUS.badHandle;
    const answer = store.answer(call, host.now());
    memory.setU32(out, pending.add(answer));
    return STATUS.ok;
  }

  return {
    open(name, length, out) {
      const store = stores[memory.text(name, length)];
      if (store === undefined) return STATUS.none;
      memory.setU32(out, opened.add(store));
      return STATUS.ok;
    },
    lookup: (handle, key, length, _mask, _options, out) =>
      start(handle, { operation: "lookup", key: memory.text(key, length) }, out),
    delete: (handle, key, length, _mask, _options, out) =>
      start(handle, { operation: "delete", key: memory.text(key, length) }, out),
    insert: (handle, key, length, body, mask, options, out) =>
      start(handle, insertCall(host, memory.text(key, length), body, mask, options), out),
    list: (handle, mask, options, out) => start(handle, listCall(memory, mask, options), out),
    lookup_wait_v2(
      handle,
      outBody,
      _metadata,
      _metadataLength,
      outMetadataLength,
      outGeneration,
      outError,
    ) {
      memory.setU32(outMetadataLength, 0);
      memory.setI64(outGeneration, 0n);
      return finish(host, handle, outError, outBody);
    },
    insert_wait: (handle, outError) => finish(host, handle, outError),
    delete_wait: (handle, outError) => finish(host, handle, outError),
    list_wait: (handle, outBody, outError) => finish(host, handle, outError, outBody),
  };
}

function finish(
  { memory, bodies, pending }: KvHost,
  handle: number,
  outError: number,
  outBody?: number,
): number {
  const answer = pending.get(handle);
  if (answer === undefined) return STATUS.badHandle;
  if ("status" in answer) return answer.status;
  memory.setU32(outError, answer.code);
  if (outBody !== undefined && answer.code === KV_CODE.ok)
    memory.setU32(outBody, bodies.add(httpBody(answer.body)));
  return STATUS.ok;
}

/** The options lie at: mode 0, metadata 8 and 12, time to live 16, generation 24. */
function insertCall(
  { memory, bodies }: KvHost,
  key: string,
  bodyHandle: number,
  mask: number,
  options: number,
): KvCall {
  const body = bodies.get(bodyHandle) ?? httpBody();
  return {
    operation: "insert",
    key,
    value: bodyBytes(body).slice(),
    mode: memory.u32(options),
    ...(mask & INSERT.metadata
      ? { metadata: memory.bytes(memory.u32(options + 8), memory.u32(options + 12)) }
      : {}),
    ...(mask & INSERT.ttl ? { ttlSeconds: memory.u32(options + 16) } : {}),
    conditional: (mask & INSERT.generation) !== 0,
  };
}

/** The options lie at: mode 0, cursor 4 and 8, limit 12, prefix 16 and 20. */
function listCall(memory: GuestMemory, mask: number, options: number): KvCall {
  return {
    operation: "list",
    consistency: memory.u32(options) === EVENTUAL ? "eventual" : "strong",
    ...(mask & LIST.cursor
      ? { cursor: memory.text(memory.u32(options + 4), memory.u32(options + 8)) }
      : {}),
    ...(mask & LIST.limit ? { limit: memory.u32(options + 12) } : {}),
    ...(mask & LIST.prefix
      ? { prefix: memory.text(memory.u32(options + 16), memory.u32(options + 20)) }
      : {}),
  };
}
