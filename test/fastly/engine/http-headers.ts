import type { GuestMemory } from "./guest-memory.ts";
import type { Handles } from "./handles.ts";
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

/** The calls on headers, which requests and responses share. */
export function headerCalls(memory: GuestMemory, messages: Handles<HttpMessage>): HostModule {
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

/** Gives the guest a text, or tells how much room it takes. */
export function textCall(
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
