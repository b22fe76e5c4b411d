import type { GuestMemory } from "./guest-memory.ts";
import { type HostModule, STATUS } from "./status.ts";

/**
 * Time as the guest sees it: the system's, plus whatever the guest has slept, which takes no time
 * at all.
 */
export interface HostClock {
  now(): number;
  skip(ms: number): void;
}

export function hostClock(): HostClock {
  let skippedMs = 0;
  return {
    now: () => Date.now() + skippedMs,
    skip(ms) {
      skippedMs += ms;
    },
  };
}

const MONOTONIC = 1;
const NS_PER_MS = 1_000_000;
/**
 * A subscription of `poll_oneoff`: what it is told apart by at 0, the kind at 8 (0 is a clock), ns
 * at 24.
 */
const SUBSCRIPTION = { kind: 8, timeout: 24, flags: 40 } as const;
const ABSOLUTE = 1;

/** What of WASI deals with time. The guest sleeps by polling one clock. */
export function clockCalls(memory: GuestMemory, clock: HostClock): HostModule {
  const nanoseconds = (id: number) =>
    BigInt(Math.round((id === MONOTONIC ? clock.now() - START_MS : clock.now()) * NS_PER_MS));
  return {
    clock_time_get(id, _precision, out) {
      memory.setI64(out, nanoseconds(id));
      return STATUS.ok;
    },
    poll_oneoff(subscription, event, count, out) {
      const isSleep = count === 1 && memory.bytes(subscription + SUBSCRIPTION.kind, 1)[0] === 0;
      const isRelative = (memory.u32(subscription + SUBSCRIPTION.flags) & ABSOLUTE) === 0;
      if (!isSleep || !isRelative) return STATUS.unsupported;
      clock.skip(Number(memory.u64(subscription + SUBSCRIPTION.timeout)) / NS_PER_MS);
      memory.setBytes(event, new Uint8Array(32));
      memory.setBytes(event, memory.bytes(subscription, 8));
      memory.setU32(out, 1);
      return STATUS.ok;
    },
  };
}

/** The monotonic clock counts from here; it must not say 0, which the guest takes for "no time". */
const START_MS: number = Date.now() - 1000;

/** The import module `fastly_async_io`: whatever was started is ready at once. */
export function asyncIoCalls(memory: GuestMemory): HostModule {
  return {
    select(_handles, _count, _timeoutMs, out) {
      memory.setU32(out, 0);
      return STATUS.ok;
    },
    is_ready(_handle, out) {
      memory.setU32(out, 1);
      return STATUS.ok;
    },
  };
}
