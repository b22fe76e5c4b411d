import type { GuestMemory } from "./guest-memory.ts";
import type { Handles } from "./handles.ts";
import { type HostModule, STATUS } from "./status.ts";

/** Bytes written at the end and read from the start. */
export interface HttpBody {
  chunks: Uint8Array[];
  position: number;
  closed: boolean;
}

export function httpBody(bytes: Uint8Array = new Uint8Array()): HttpBody {
  return { chunks: bytes.length === 0 ? [] : [bytes], position: 0, closed: false };
}

/** All bytes of a body, read or not. */
export function bodyBytes(body: HttpBody): Uint8Array {
  const [only = new Uint8Array(), ...more] = body.chunks;
  if (more.length === 0) return only;
  const joined = Buffer.concat(body.chunks);
  body.chunks = [joined];
  return joined;
}

/** The import module `fastly_http_body`. */
export function httpBodyCalls(memory: GuestMemory, bodies: Handles<HttpBody>): HostModule {
  const withBody = (handle: number, run: (body: HttpBody) => void): number => {
    const body = bodies.get(handle);
    if (body === undefined) return STATUS.badHandle;
    run(body);
    return STATUS.ok;
  };
  return {
    new(out) {
      memory.setU32(out, bodies.add(httpBody()));
      return STATUS.ok;
    },
    read: (handle, buffer, length, out) =>
      withBody(handle, (body) => {
        const start = body.position;
        const part = bodyBytes(body).subarray(start, start + length);
        body.position += part.length;
        memory.setBytes(buffer, part);
        memory.setU32(out, part.length);
      }),
    write: (handle, buffer, length, atFront, out) =>
      withBody(handle, (body) => {
        const bytes = memory.bytes(buffer, length);
        if (atFront === 1) body.chunks.unshift(bytes);
        else body.chunks.push(bytes);
        memory.setU32(out, bytes.length);
      }),
    append: (target, source) =>
      withBody(target, (body) => {
        const added = bodies.get(source);
        if (added !== undefined) body.chunks.push(bodyBytes(added).subarray(added.position));
      }),
    close: (handle) =>
      withBody(handle, (body) => {
        body.closed = true;
      }),
    abandon: (handle) => withBody(handle, () => {}),
    known_length(handle, out) {
      const body = bodies.get(handle);
      if (body === undefined) return STATUS.badHandle;
      memory.setI64(out, BigInt(bodyBytes(body).length));
      return STATUS.ok;
    },
  };
}
