import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";
import { guestMemory } from "./guest-memory.ts";
import { handleNumbers, handles } from "./handles.ts";
import { asyncIoCalls, clockCalls, type HostClock, hostClock } from "./host-clock.ts";
import { bodyBytes, type HttpBody, httpBody, httpBodyCalls } from "./http-bodies.ts";
import { type HttpMessage, httpRequestCalls, httpResponseCalls } from "./http-messages.ts";
import { type KvHost, kvStoreCalls } from "./kv-calls.ts";
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

/** What one instance did with its requests. */
export interface EngineRun {
  readonly responses: readonly EngineResponse[];
  /** What the guest printed. */
  readonly output: string;
  /** CPU time of the guest and of this host, in ms. */
  readonly cpuMs: number;
}

/** The stores that an instance sees, and moments that a test wants to know of. */
export interface EngineOptions {
  readonly stores?: Readonly<Record<string, KvStore>>;
  readonly clock?: HostClock;
  readonly onResponse?: () => void;
}

/** A compiled service, in the engine that Fastly runs. */
export interface Engine {
  /** One instance: handles the requests one after another, as far as its build lets it (one, unless it set up reusable sandboxes). */
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
  options: EngineOptions,
): Promise<EngineRun> {
  const { stores = {}, clock = hostClock(), onResponse = () => {} } = options;
  const memory = guestMemory(() => instance.exports.memory as WebAssembly.Memory);
  const next = handleNumbers();
  const bodies = handles<HttpBody>(next);
  const messages = handles<HttpMessage>(next);
  const kv: KvHost = {
    memory,
    bodies,
    stores,
    opened: handles(next),
    pending: handles<KvAnswer>(next),
    now: () => clock.now(),
  };
  const sent: { message: HttpMessage; body: HttpBody }[] = [];
  const waiting = [...requests];
  const output: string[] = [];

  const takeRequest = (outRequest: number, outBody: number): number => {
    const request = waiting.shift();
    if (request === undefined) return STATUS.none;
    memory.setU32(outRequest, messages.add(requestMessage(request)));
    memory.setU32(outBody, bodies.add(httpBody(new TextEncoder().encode(request.body ?? ""))));
    return STATUS.ok;
  };
  const wasi = new WASI({ version: "preview1", args: ["service"], env: {}, returnOnExit: true });
  const host: Record<string, HostModule> = {
    fastly_abi: { init: () => STATUS.ok },
    fastly_async_io: asyncIoCalls(memory),
    fastly_http_body: httpBodyCalls(memory, bodies),
    fastly_http_downstream: nextRequestCalls((out) => memory.setU32(out, next()), takeRequest),
    fastly_http_req: httpRequestCalls(memory, messages, takeRequest),
    fastly_http_resp: httpResponseCalls(memory, messages, bodies, (message, body) => {
      sent.push({ message, body });
      onResponse();
    }),
    fastly_kv_store: kvStoreCalls(kv),
    wasi_snapshot_preview1: {
      ...(wasi.wasiImport as HostModule),
      ...clockCalls(memory, clock),
      fd_write: (_file, parts, count, out) => {
        memory.setU32(out, printed(output, memory, parts, count));
        return STATUS.ok;
      },
    },
  };
  const instance = await WebAssembly.instantiate(module, importsOf(module, host));
  const started = process.cpuUsage();
  wasi.start(instance);
  const { user, system } = process.cpuUsage(started);
  return {
    responses: sent.map(({ message, body }) => responseOf(message, body)),
    output: output.join(""),
    cpuMs: (user + system) / 1000,
  };
}

/** Every import the wasm asks for; what this host doesn't have is unsupported. */
function importsOf(
  module: WebAssembly.Module,
  host: Readonly<Record<string, HostModule>>,
): WebAssembly.Imports {
  const imports: Record<string, Record<string, HostCall>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    const calls = imports[from] ?? {};
    imports[from] = calls;
    calls[name] = host[from]?.[name] ?? (() => STATUS.unsupported);
  }
  return imports;
}

/** The import module `fastly_http_downstream`, as far as reusable sandboxes need it. */
function nextRequestCalls(
  promise: (out: number) => void,
  take: (outRequest: number, outBody: number) => number,
): HostModule {
  return {
    next_request(_mask, _options, out) {
      promise(out);
      return STATUS.ok;
    },
    next_request_wait: (_handle, outRequest, outBody) => take(outRequest, outBody),
    next_request_abandon: () => STATUS.ok,
  };
}

/** Takes what the guest prints: pairs of a pointer and a length. */
function printed(
  output: string[],
  memory: ReturnType<typeof guestMemory>,
  parts: number,
  count: number,
): number {
  let bytes = 0;
  for (let part = 0; part < count; part++) {
    const length = memory.u32(parts + part * 8 + 4);
    output.push(memory.text(memory.u32(parts + part * 8), length));
    bytes += length;
  }
  return bytes;
}

function requestMessage({ path, method = "GET", headers = {} }: EngineRequest): HttpMessage {
  return {
    method,
    url: `http://service.test${path}`,
    status: 0,
    headers: Object.entries({ host: "service.test", ...headers }),
  };
}

function responseOf(message: HttpMessage, body: HttpBody): EngineResponse {
  return {
    status: message.status,
    headers: Object.fromEntries(message.headers),
    text: new TextDecoder().decode(bodyBytes(body)),
  };
}
