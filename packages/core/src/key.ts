import { letterValue, STAMP_LETTERS } from "./clock.ts";
import { endsInId, ID_LETTERS } from "./entry.ts";
import { ListError } from "./errors.ts";
import { escapeName, nameError } from "./escape-name.ts";
import type { StoreLimits } from "./record-store.ts";

/** The letters that name the groups of a list's keys, in the order in which a listing must see them. */
export const GROUPS = { tombstone: "d", batch: "e", head: "h", segment: "s" } as const;

/** What a segment's key says of it, so that a pass and a reader can plan without opening it. */
export interface SegmentName {
  readonly id: string;
  /** Smallest and largest entry id; {@link NO_ID} where there is no entry. */
  readonly min: string;
  readonly max: string;
  readonly count: number;
  /** Size of the record, in bytes of JSON. */
  readonly bytes: number;
  /** When the earliest of its removed ids was removed, in ms; 0 where it holds none. */
  readonly removedAt: number;
}

/** What a key under a list's prefix turned out to be. */
export type ParsedKey =
  | { readonly group: "tombstone" | "batch"; readonly id: string }
  | { readonly group: "segment"; readonly segment: SegmentName }
  | { readonly group: "head" }
  | { readonly group: "unknown" };

/** Stands where a segment without entries would name its smallest and largest. Sorts before every id. */
export const NO_ID: string = "----------------------";

/** Shards of a list: one hex digit, taken from the random part of an id. */
export const SHARDS = "0123456789abcdef";

/**
 * Bytes of the longest `s/{id}.{min}.{max}.{count}.{bytes}.{removedAt}`: three ids, eight digits, eight digits, fifteen
 * digits.
 */
const LONGEST_SUFFIX_BYTES = 2 + 3 * ID_LETTERS + 5 + 8 + 8 + 15;
/** Workers KV: a key has 512 bytes. Fastly allows 1,024, of which a small record takes the rest. */
const MAX_KEY_BYTES = 512;
/** What every platform takes unescaped in a key. No dot: Fastly refuses `./`. */
const PREFIX_PATTERN = /^[A-Za-z][A-Za-z0-9_~:@+,=/-]*\/$/;
/** Three ids and three numbers, as {@link segmentKey} writes them. */
const SEGMENT_NAME_PATTERN =
  /^([-\w]{22})\.([-\w]{22})\.([-\w]{22})\.(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})$/;

const UNKNOWN: ParsedKey = { group: "unknown" };

/** Where a list's keys start: the prefix and the escaped name. Refuses names that no key can carry. */
export function listBase(
  prefix: string,
  name: string,
  limits: Pick<StoreLimits, "keyBytes">,
): string {
  if (typeof name !== "string" || name === "") throw nameError();
  const base = `${prefix}${escapeName(name)}/`;
  const room = Math.min(MAX_KEY_BYTES, limits.keyBytes) - LONGEST_SUFFIX_BYTES;
  if (base.length <= room) return base;
  throw new ListError(
    "invalid-name",
    `the list name has ${base.length} bytes with its prefix, ${room} are allowed: use a shorter name`,
  );
}

/** Refuses a prefix that some platform would refuse in a key, or under which keys of two lists could meet. */
export function checkPrefix(prefix: string): string {
  if (typeof prefix === "string" && PREFIX_PATTERN.test(prefix)) return prefix;
  throw new ListError("invalid-option", `\`prefix\` must match ${PREFIX_PATTERN}`);
}

export function tombstoneKey(base: string, id: string): string {
  return `${base}${GROUPS.tombstone}/${shardOf(id)}/${id}`;
}

export function batchKey(base: string, id: string): string {
  return `${base}${GROUPS.batch}/${shardOf(id)}/${id}`;
}

export function headKey(base: string): string {
  return `${base}${GROUPS.head}`;
}

export function segmentKey(base: string, name: SegmentName): string {
  const { id, min, max, count, bytes, removedAt } = name;
  return `${base}${GROUPS.segment}/${id}.${min}.${max}.${count}.${bytes}.${removedAt}`;
}

/** Reads a key of the list at `base` as a stranger's input: whatever isn't exactly ours is `unknown`. */
export function parseKey(base: string, key: string): ParsedKey {
  if (!key.startsWith(base)) return UNKNOWN;
  const letter = key.charAt(base.length);
  if (letter === GROUPS.head && key.length === base.length + 1) return { group: "head" };
  if (key.charAt(base.length + 1) !== "/") return UNKNOWN;
  if (letter === GROUPS.segment) return parseSegmentName(key.slice(base.length + 2));
  if (letter !== GROUPS.tombstone && letter !== GROUPS.batch) return UNKNOWN;
  const start = base.length + 4;
  if (!endsInId(key, start)) return UNKNOWN;
  if (key.charAt(start - 2) !== shardOf(key, start) || key.charAt(start - 1) !== "/")
    return UNKNOWN;
  return { group: letter === GROUPS.batch ? "batch" : "tombstone", id: key.slice(start) };
}

/** The shard of the id that stands in `text` from `start` on. */
function shardOf(text: string, start = 0): string {
  return SHARDS.charAt(letterValue(text, start + STAMP_LETTERS) % SHARDS.length);
}

function parseSegmentName(text: string): ParsedKey {
  const [, id, min, max, count, bytes, removedAt] = SEGMENT_NAME_PATTERN.exec(text) ?? [];
  if (!id || !min || !max) return UNKNOWN;
  const segment = {
    id,
    min,
    max,
    count: Number(count),
    bytes: Number(bytes),
    removedAt: Number(removedAt),
  };
  return { group: "segment", segment };
}
