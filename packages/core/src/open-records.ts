import type { JsonValue } from "./json.ts";
import type { Decoded } from "./record/check.ts";
import type { StoreCalls } from "./store-calls.ts";

/** A key of a listing, and its record where that came with it. */
export interface Listed {
  readonly key: string;
  readonly ref: string;
  readonly record: JsonValue | undefined;
}

/** What became of listed keys: read, answered null, and of unknown shape with why. */
export interface OpenedRecords<One extends Listed, Content> {
  readonly read: readonly { readonly listed: One; readonly content: Content }[];
  readonly missing: readonly One[];
  readonly corrupt: ReadonlyMap<string, string>;
}

/** Decodes the records that came with the listing, and gets the others, in bulk where the store can. */
export async function openRecords<One extends Listed, Content>(
  calls: StoreCalls,
  listed: readonly One[],
  decode: (listed: One, record: JsonValue) => Decoded<Content>,
): Promise<OpenedRecords<One, Content>> {
  const apart = listed.filter(({ record }) => record === undefined);
  const got = apart.length === 0 ? undefined : await calls.getAll(apart.map(({ ref }) => ref));
  const read: { readonly listed: One; readonly content: Content }[] = [];
  const missing: One[] = [];
  const corrupt = new Map<string, string>();
  for (const one of listed) {
    const record = one.record === undefined ? got?.get(one.ref) : one.record;
    const decoded = record === undefined ? undefined : decode(one, record);
    if (decoded === undefined) missing.push(one);
    else if (decoded.ok) read.push({ listed: one, content: decoded.value });
    else corrupt.set(one.key, decoded.reason);
  }
  return { read, missing, corrupt };
}
