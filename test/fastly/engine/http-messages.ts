import type { GuestMemory } from "./guest-memory.ts";
import type { Handles } from "./handles.ts";
import type { HttpBody } from "./http-bodies.ts";
import { type HostCall, type HostModule, STATUS } from "./status.ts";

/** A request that is handed to the guest, or a response that it builds. */
export interface HttpMessage {
  method: string;
  url: string;
  status: number;
  readonly headers: [name: string, value: string][];
}

/** HTTP/1.1, as the guest numbers it. */
const HTTP_1_1 = 2;

/** The import module `fastly_http_req`, as far as a service without backends needs it. */
export function httpRequestCalls(
  memory: GuestMemory,
  messages: Handles<HttpMessage>,
  next: HostCall,
): HostModule {
  return {
    body_downstream_get: next,
    new: newCall(memory, messages),
    method_set: setCall(memory, messages, (message, text) => {
      message.method = text;
    }),
    uri_set: setCall(memory, messages, (message, text) => {
      message.url = text;
    }),
    version_set: () => STATUS.ok,
    framing_headers_mode_set: () => STATUS.ok,
    cache_override_v2_set: () => STATUS.ok,
    method_get: (handle, out, most, length) =>
      textCall(memory, messages.get(handle)?.method, out, most, length),
    uri_get: (handle, out, most, length) =>
      textCall(memory, messages.get(handle)?.url, out, most, length),
    ...headerCalls(memory, messages),
  };
}

/** The import module `fastly_http_resp`. */
export function httpResponseCalls(
  memory: GuestMemory,
  messages: Handles<HttpMessage>,
  bodies: Handles<HttpBody>,
  send: (response: HttpMessage, body: HttpBody) => void,
): HostModule {
  return {
    new: newCall(memory, messages),
    status_set(handle, status) {
      const message = messages.get(handle);
      if (message === undefined) return STATUS.badHandle;
      message.status = status;
      return STATUS.ok;
    },
    status_get(handle, out) {
      memory.setU16(out, messages.get(handle)?.status ?? 0);
      return STATUS.ok;
    },
    framing_headers_mode_set: () => STATUS.ok,
    send_downstream(handle, bodyHandle) {
      const message = messages.get(handle);
      const body = bodies.get(bodyHandle);
      if (message === undefined || body === undefined) return STATUS.badHandle;
      send(message, body);
      return STATUS.ok;
    },
    ...headerCalls(memory, messages),
  };
}

function newCall(memory: GuestMemory, messages: Handles<HttpMessage>): HostCall {
  return (out) => {
    memory.setU32(out, messages.add({ method: "GET", url: "", status: 200, headers: [] }));
    return STATUS.ok;
  };
}

function setCall(
  memory: GuestMemory,
  messages: Handles<HttpMessage>,
  set: (message: HttpMessage, text: string) => void,
): HostCall {
  return (handle, pointer, length) => {
    const message = messages.get(handle);
    if (message === undefined) return STATUS.badHandle;
    set(message, memory.text(pointer, length));
    return STATUS.ok;
  };
}

function headerCalls(memory: GuestMemory, messages: Handles<HttpMessage>): HostModule {
  const named = (handle: number, pointer: number, length: number) => {
    const name = memory.text(pointer, length).toLowerCase();
    const headers = messages.get(handle)?.headers ?? [];
    return {
      name,
      headers,
      values: headers.filter(([other]) => other === name).map(([, value]) => value),
    };
  };
  const add: HostCall = (handle, pointer, length, value, valueLength) => {
    const { name, headers } = named(handle, pointer, length);
    headers.push([name, memory.text(value, valueLength)]);
    return STATUS.ok;
  };
  const remove: HostCall = (handle, pointer, length) => {
    const { name, headers } = named(handle, pointer, length);
    headers.splice(0, headers.length, ...headers.filter(([other]) => other !== name));
    return STATUS.ok;
  };
  return {
    version_get(_handle, out) {
      memory.setU32(out, HTTP_1_1);
      return STATUS.ok;
    },
    header_append: add,
    header_remove: remove,
    header_insert(...args) {
      remove(...args);
      return add(...args);
    },
    header_names_get(handle, out, most, _cursor, end, length) {
      const names = new Set(messages.get(handle)?.headers.map(([name]) => name));
      return listCall(memory, [...names], out, most, end, length);
    },
    header_values_get(handle, pointer, nameLength, out, most, _cursor, end, length) {
      const { values } = named(handle, pointer, nameLength);
      return listCall(memory, values, out, most, end, length);
    },
  };
}

/** Texts, each ended by a NUL, and -1 for "that was all". */
function listCall(
  memory: GuestMemory,
  texts: readonly string[],
  out: number,
  most: number,
  end: number,
  length: number,
): number {
  memory.setI64(end, -1n);
  return textCall(memory, texts.map((text) => `${text}\0`).join(""), out, most, length);
}

function textCall(
  memory: GuestMemory,
  text: string | undefined,
  out: number,
  most: number,
  length: number,
): number {
  if (text === undefined) return STATUS.badHandle;
  const bytes = new TextEncoder().encode(text);
  memory.setU32(length, bytes.length);
  if (bytes.length > most) return STATUS.bufferTooSmall;
  memory.setBytes(out, bytes);
  return STATUS.ok;
}
