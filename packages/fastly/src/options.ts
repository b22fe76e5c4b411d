import { ListError, type StoreLimits } from "@shardlist/core";

/** Options of {@link fastlyKV}. An explicit `undefined` means the default. */
export interface FastlyKVOptions {
  /**
   * "strong" lists from the primary data source; "eventual" from a local copy that is a few seconds
   * old, and faster. A list works over either, as long as `stalenessMs` covers the delay.
   * @default "strong"
   */
  readonly consistency?: "strong" | "eventual" | undefined;
  /**
   * Store calls that a pass makes in one request. Fastly documents 32 backend requests and no
   * number for KV Store calls; its own tests of the runtime make 100 and more of them in one
   * request.
   * @default 100
   */
  readonly operationsPerInvocation?: number | undefined;
  /**
   * The longest name, in bytes, that a record may ride in: up to 1,024. In longer names more
   * records need no get of their own, and a page has fewer names: as many as stay below 500,000
   * bytes.
   * @default 490, the most that leaves 1,000 names on a page
   */
  readonly nameBytes?: number | undefined;
  /**
   * The largest record, in bytes of JSON: up to 25,000,000, which is what the store takes. The
   * runtime needs up to 96 bytes of its 128 MB for each character of a string that it turns into
   * JSON, so that a string of 1.4 million characters (half as many where one is beyond U+00FF) can
   * be too much. Raise it where values are made of shorter strings.
   * @default 650,000, which is encoded and decoded whatever it holds
   */
  readonly valueBytes?: number | undefined;
}

/** {@link FastlyKVOptions} with defaults, checked. */
export interface FastlyKVSettings {
  readonly limits: StoreLimits;
  readonly nameBytes: number;
  /** What a listing is asked with besides its place. */
  readonly freshness: { readonly noSync?: true };
}

/**
 * https://docs.fastly.com/en/guides/working-with-kv-stores and
 * https://docs.fastly.com/products/compute-resource-limits
 */
const LIMITS = {
  keyBytes: 1024,
  /**
   * No number is documented. Gets and deletes wait side by side; puts go one after another whatever
   * one does.
   */
  parallelCalls: 16,
} as const;
const MOST_VALUE_BYTES = 25_000_000;
const DEFAULT_VALUE_BYTES = 650_000;
/**
 * A request has 50 ms of CPU. A segment of this size holds some 3,000 small entries, and reading one
 * takes about 20 of them; the newest entries need no more than one or two.
 */
const SEGMENT_BYTES = 128 * 1024;
/** Not documented: see {@link FastlyKVOptions.operationsPerInvocation}. */
const OPERATIONS = 100;
const DEFAULT_NAME_BYTES = 490;
const MAX_PAGE_NAMES = 1000;
/** Before @fastly/js-compute 3.41.2 a longer page overflows a buffer of the runtime. */
const PAGE_BYTES = 500_000;
/** What a page holds besides names: its cursor (a name in base64), the prefix, the braces. */
const PAGE_FRAME_BYTES = 2500;
/** Two quotes and a comma around each name. */
const NAME_FRAME_BYTES = 3;
/**
 * The key that {@link StoreLimits.inlineBytes} is worked out for: 30 bytes of prefix and list name,
 * and what a batch adds to them.
 */
const TYPICAL_KEY_BYTES = 56;

/** Applies the defaults and refuses what can't work, naming the option. No I/O. */
export function resolveOptions(options: FastlyKVOptions): FastlyKVSettings {
  const { consistency = "strong" } = options;
  if (consistency !== "strong" && consistency !== "eventual")
    refuse("consistency", '"strong" or "eventual"', consistency);
  const nameBytes = wholeNumber(
    "nameBytes",
    options.nameBytes ?? DEFAULT_NAME_BYTES,
    LIMITS.keyBytes,
  );
  const valueBytes = wholeNumber(
    "valueBytes",
    options.valueBytes ?? DEFAULT_VALUE_BYTES,
    MOST_VALUE_BYTES,
  );
  const limits = {
    ...LIMITS,
    valueBytes,
    segmentBytes: Math.min(SEGMENT_BYTES, valueBytes),
    inlineBytes: Math.max(0, Math.floor(((nameBytes - TYPICAL_KEY_BYTES - 1) * 3) / 4)),
    pageSize: Math.min(
      MAX_PAGE_NAMES,
      Math.floor((PAGE_BYTES - PAGE_FRAME_BYTES) / (nameBytes + NAME_FRAME_BYTES)),
    ),
    operationsPerInvocation: wholeNumber(
      "operationsPerInvocation",
      options.operationsPerInvocation ?? OPERATIONS,
    ),
  };
  return { limits, nameBytes, freshness: consistency === "eventual" ? { noSync: true } : {} };
}

/** Refuses what is no KV store, and the KV store of a runtime that can't list. */
export function checkStore(
  store: { readonly list: unknown; readonly get: unknown } | undefined,
): void {
  if (typeof store?.list === "function") return;
  const isOld = typeof store?.get === "function";
  const mend = isOld
    ? "has no `list`: build with @fastly/js-compute 3.26.0 or newer"
    : "must be a `new KVStore(name)` from `fastly:kv-store`";
  throw new ListError("invalid-option", `\`store\` ${mend}`);
}

function wholeNumber(
  option: string,
  value: number,
  most: number = Number.MAX_SAFE_INTEGER,
): number {
  if (Number.isSafeInteger(value) && value > 0 && value <= most) return value;
  return refuse(option, `a whole number from 1 to ${most}`, value);
}

function refuse(option: string, expected: string, value: unknown): never {
  throw new ListError("invalid-option", `\`${option}\` must be ${expected}, not ${String(value)}`);
}
