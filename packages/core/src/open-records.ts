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
export interface OpenedRecords<One extends Listed, Loaded> {
  readonly loaded: readonly Loaded[];
  readonly missing: readonly One[];
  readonly corrupt: ReadonlyMap<string, string>;
}

/** Decodes the records that came with the listing, and gets the others, in bulk where the store can. */
export async function openRecords<One extends Listed, Content, Loaded>(
  calls: StoreCalls,
  listed: readonly One[],
  decode: (listed: One, record: JsonValue) => Decoded<Content>,
  load: (listed: One, content: Content, record: JsonValue) => Loaded,
): Promise<OpenedRecords<One, Loaded>> {
  const apart = listed.filter(({ record }) => record === undefined);
  const got = apart.length === 0 ? undefined : await calls.getAll(apart.map(({ ref }) => ref));
  const loaded: Loaded[] = [];
  const missing: One[] = [];
  const corrupt = new Map<string, string>();
  for (const one of listed) {
    const record = one.record === undefined ? got?.get(one.ref) : one.record;
    if (record === undefined) {
      missing.push(one);
      continue;
    }
    const decoded = decode(one, record);
    if (decoded.ok) loaded.push(load(one, decoded.value, record));
    else corrupt.set(one.key, decoded.reason);
  }
  return { loaded, missing, corrupt };
}
