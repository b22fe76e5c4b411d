/** What a host call returns, as far as this host says it. */
export const STATUS = {
  ok: 0,
  invalidArgument: 2,
  badHandle: 3,
  bufferTooSmall: 4,
  unsupported: 5,
  none: 10,
  limitExceeded: 13,
} as const;

/** What the KV store answers to a call that got through. */
export const KV_CODE = {
  uninitialized: 0,
  ok: 1,
  badRequest: 2,
  notFound: 3,
  preconditionFailed: 4,
  payloadTooLarge: 5,
  internalError: 6,
  tooManyRequests: 7,
} as const;

/** A host call: numbers in (a 64-bit one is a bigint), a status out. */
export type HostCall = (...args: number[]) => number;

/** The calls of one import module. */
export type HostModule = Readonly<Record<string, HostCall>>;
