import type { GuestMemory } from "./guest-memory.ts";
import type { Handles } from "./handles.ts";
import type { HttpBody } from "./http-bodies.ts";
import { type HttpMessage, headerCalls, textCall } from "./http-headers.ts";
import { type HostCall, type HostModule, STATUS } from "./status.ts";

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
