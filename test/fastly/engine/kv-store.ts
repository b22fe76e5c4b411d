import { KV_CODE } from "./status.ts";

/** One call that reached the KV store. */
export type KvCall =
  | { readonly operation: "lookup"; readonly key: string }
  | { readonly operation: "delete"; readonly key: string }
  | {
      readonly operation: "insert";
      readonly key: string;
      readonly value: Uint8Array;
      readonly mode: number;
      readonly metadata?: Uint8Array;
      readonly ttlSeconds?: number;
      /** Whether a generation was asked for. */
      readonly conditional: boolean;
    }
  | {
      readonly operation: "list";
      readonly prefix?: string;
      readonly cursor?: string;
      readonly limit?: number;
      readonly consistency: "strong" | "eventual";
    };

/**
 * What the store answers: a code, and a body where there is one; or the status of a call that
 * didn't get that far.
 */
export type KvAnswer =
  | { readonly code: number; readonly body?: Uint8Array }
  | { readonly status: number };

/** What a key held at some time. */
export type KvSnapshot = ReadonlyMap<string, KvEntry>;

export interface KvEntry {
  readonly value: Uint8Array;
  readonly expiresAt: number;
}

/**
 * How a call goes wrong: a code, with the write done all the same where `applied` says so; a
 * status; an answer from the past; or a body other than the store's own.
 */
export type KvFault =
  | { readonly code: number; readonly applied?: boolean }
  | { readonly status: number }
  | { readonly asOf: KvSnapshot }
  | { readonly body: string };

/** A KV store in memory, that notes every call and goes wrong where it is told to. */
export interface KvStore {
  readonly calls: KvCall[];
  /** Asked at each call; `undefined` lets it through. */
  faults: (call: KvCall) => KvFault | undefined;
  readonly entries: Map<string, KvEntry>;
  snapshot(): KvSnapshot;
  answer(call: KvCall, now: number): KvAnswer;
}

/** What the service lists at most, and where the request doesn't say. */
const PAGE_NAMES = 1000;
const ADD = 1;

/** An empty store. A delete of what isn't there is refused, as the service does. */
export function kvStore(): KvStore {
  const entries = new Map<string, KvEntry>();
  const store: KvStore = {
    calls: [],
    faults: () => undefined,
    entries,
    snapshot: () => new Map(entries),
    answer(call, now) {
      store.calls.push(call);
      const fault = store.faults(call);
      if (fault === undefined) return perform(entries, call, now);
      if ("asOf" in fault) return perform(new Map(fault.asOf), call, now);
      if ("body" in fault) return { code: KV_CODE.ok, body: encode(fault.body) };
      if ("status" in fault) return fault;
      if (fault.applied) perform(entries, call, now);
      return { code: fault.code };
    },
  };
  return store;
}

function perform(entries: Map<string, KvEntry>, call: KvCall, now: number): KvAnswer {
  switch (call.operation) {
    case "lookup": {
      const entry = entries.get(call.key);
      return entry === undefined || entry.expiresAt <= now
        ? { code: KV_CODE.notFound }
        : { code: KV_CODE.ok, body: entry.value };
    }
    case "insert": {
      if (call.mode === ADD && entries.has(call.key)) return { code: KV_CODE.preconditionFailed };
      const expiresAt =
        call.ttlSeconds === undefined ? Number.POSITIVE_INFINITY : now + call.ttlSeconds * 1000;
      entries.set(call.key, { value: call.value, expiresAt });
      return { code: KV_CODE.ok };
    }
    case "delete":
      return { code: entries.delete(call.key) ? KV_CODE.ok : KV_CODE.notFound };
    case "list":
      return { code: KV_CODE.ok, body: encode(page(entries, call)) };
  }
}

/** Names in the order of their bytes. The cursor is the last name of the page before. */
function page(entries: KvSnapshot, call: KvCall & { operation: "list" }): string {
  const { prefix = "", cursor, limit = PAGE_NAMES } = call;
  const after = cursor === undefined ? "" : Buffer.from(cursor, "base64").toString();
  const names = [...entries.keys()]
    .filter((name) => name.startsWith(prefix) && name > after)
    .sort();
  const data = names.slice(0, limit);
  const next =
    names.length > limit ? { next_cursor: Buffer.from(data.at(-1) ?? "").toString("base64") } : {};
  return JSON.stringify({ data, meta: { limit, prefix, ...next } });
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
