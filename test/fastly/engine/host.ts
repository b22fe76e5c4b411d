import { type GuestMemory, guestMemory } from "./guest-memory.ts";
import { handleNumbers, handles } from "./handles.ts";
import { asyncIoCalls, clockCalls, type HostClock } from "./host-clock.ts";
import { bodyBytes, type HttpBody, httpBody, httpBodyCalls } from "./http-bodies.ts";
import type { HttpMessage } from "./http-headers.ts";
import { httpRequestCalls, httpResponseCalls } from "./http-messages.ts";
import { kvStoreCalls } from "./kv-calls.ts";
import type { KvAnswer, KvStore } from "./kv-store.ts";
import { type HostCall, type HostModule, STATUS } from "./status.ts";

/** A request to the service in the wasm. */
export interface EngineRequest {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What the service answered. */
export interface EngineResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What an instance runs on. */
export interface HostOptions {
  readonly requests: readonly EngineRequest[];
  readonly stores: Readonly<Record<string, KvStore>>;
  readonly clock: HostClock;
  readonly onResponse: () => void;
  readonly memory: () => WebAssembly.Memory;
  readonly wasi: object;
}

/** The host of one instance: the calls it may make, and what came of them. */
export function createHost({ requests, stores, clock, onResponse, ...options }: HostOptions) {
  const memory = guestMemory(options.memory);
  const next = handleNumbers();
  const bodies = handles<HttpBody>(next);
  const messages = handles<HttpMessage>(next);
  const kv = { opened: handles<KvStore>(next), pending: handles<KvAnswer>(next) };
  const sent: { message: HttpMessage; body: HttpBody }[] = [];
  const waiting = [...requests];
  const output: string[] = [];

  const takeRequest: HostCall = (outRequest, outBody) => {
    const request = waiting.shift();
    if (request === undefined) return STATUS.none;
    const body = httpBody(new TextEncoder().encode(request.body ?? ""));
    memory.setU32(outRequest, messages.add(requestMessage(request)));
    memory.setU32(outBody, bodies.add(body));
    return STATUS.ok;
  };
  const modules: Record<string, HostModule> = {
    fastly_abi: { init: () => STATUS.ok },
    fastly_async_io: asyncIoCalls(memory),
    fastly_http_body: httpBodyCalls(memory, bodies),
    fastly_http_downstream: nextRequestCalls((out) => memory.setU32(out, next()), takeRequest),
    fastly_http_req: httpRequestCalls(memory, messages, takeRequest),
    fastly_http_resp: httpResponseCalls(memory, messages, bodies, (message, body) => {
      sent.push({ message, body });
      onResponse();
    }),
    fastly_kv_store: kvStoreCalls({ memory, bodies, stores, ...kv, now: () => clock.now() }),
    wasi_snapshot_preview1: {
      ...(options.wasi as HostModule),
      ...clockCalls(memory, clock),
      fd_write: printCall(memory, output),
    },
  };
  return {
    /** Every import that the wasm asks for; what this host doesn't have is unsupported. */
    importsOf(module: WebAssembly.Module): WebAssembly.Imports {
      const imports: Record<string, Record<string, HostCall>> = {};
      for (const { module: from, name } of WebAssembly.Module.imports(module)) {
        imports[from] = { ...imports[from], [name]: modules[from]?.[name] ?? unsupported };
      }
      return imports;
    },
    responses: (): EngineResponse[] => sent.map(({ message, body }) => responseOf(message, body)),
    output: () => output.join(""),
  };
}

const unsupported: HostCall = () => STATUS.unsupported;

/** The import module `fastly_http_downstream`, as far as reusable sandboxes need it. */
function nextRequestCalls(promise: (out: number) => void, take: HostCall): HostModule {
  return {
    next_request(_mask, _options, out) {
      promise(out);
      return STATUS.ok;
    },
    next_request_wait: (_handle, outRequest, outBody) => take(outRequest, outBody),
    next_request_abandon: () => STATUS.ok,
  };
}

/** WASI's `fd_write`: takes what the guest prints, which is pairs of a pointer and a length. */
function printCall(memory: GuestMemory, output: string[]): HostCall {
  return (_file, parts, count, out) => {
    let bytes = 0;
    for (let part = 0; part < count; part++) {
      const length = memory.u32(parts + part * 8 + 4);
      output.push(memory.text(memory.u32(parts + part * 8), length));
      bytes += length;
    }
    memory.setU32(out, bytes);
    return STATUS.ok;
  };
}

function requestMessage({ path, method = "GET", headers = {} }: EngineRequest): HttpMessage {
  const lines = Object.entries({ host: "service.test", ...headers });
  return { method, url: `http://service.test${path}`, status: 0, headers: lines };
}

function responseOf({ status, headers }: HttpMessage, body: HttpBody): EngineResponse {
  const text = new TextDecoder().decode(bodyBytes(body));
  return { status, headers: Object.fromEntries(headers), text };
}
