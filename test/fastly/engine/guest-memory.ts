/**
 * The guest's memory, little endian. Views are made anew at each use: memory moves when it grows.
 */
export interface GuestMemory {
  text(pointer: number, length: number): string;
  /** A copy. */
  bytes(pointer: number, length: number): Uint8Array;
  u32(pointer: number): number;
  u64(pointer: number): bigint;
  setBytes(pointer: number, bytes: Uint8Array): void;
  setU16(pointer: number, value: number): void;
  setU32(pointer: number, value: number): void;
  setI64(pointer: number, value: bigint): void;
}

/** Reads and writes whatever memory `current` gives when it is asked. */
export function guestMemory(current: () => WebAssembly.Memory): GuestMemory {
  const view = () => new DataView(current().buffer);
  const bytes = (pointer: number, length: number) =>
    new Uint8Array(current().buffer).slice(pointer, pointer + length);
  return {
    text: (pointer, length) => new TextDecoder().decode(bytes(pointer, length)),
    bytes,
    u32: (pointer) => view().getUint32(pointer, true),
    u64: (pointer) => view().getBigUint64(pointer, true),
    setBytes: (pointer, value) => new Uint8Array(current().buffer).set(value, pointer),
    setU16: (pointer, value) => view().setUint16(pointer, value, true),
    setU32: (pointer, value) => view().setUint32(pointer, value, true),
    setI64: (pointer, value) => view().setBigInt64(pointer, value, true),
  };
}
