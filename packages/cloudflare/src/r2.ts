import type { ListedRecord, RecordStore, StoreLimits } from "@shardlist/core";
import { checkKey } from "./check-key.ts";
import { listPage } from "./list-page.ts";
import { checkBinding, resolveLimits, type StoreOptions } from "./options.ts";
import { classifyR2Error } from "./r2-errors.ts";
import { decodeRecord, encodeRecord } from "./record-text.ts";

/** https://developers.cloudflare.com/r2/platform/limits */
const LIMITS: StoreLimits = {
  keyBytes: 1024,
  /** Custom metadata holds 8,192 bytes. Escaping makes a record at most three times as long, so this always fits. */
  inlineBytes: 2048,
  /** R2 takes gigabytes; a Worker has 128 MB of memory for all it holds. */
  valueBytes: 25 * 1024 * 1024,
  pageSize: 1000,
  /** 1,000, less what the rest of a Worker may need. */
  operationsPerInvocation: 900,
  /** Six connections may wait for an answer, the seventh queues. */
  parallelCalls: 6,
};

/** The field of the custom metadata that holds the record. */
const RECORD_FIELD = "record";

/**
 * A record store over an R2 bucket. R2 is strongly consistent, so a list store over it can do with a shorter
 * `stalenessMs`.
 *
 * A record of up to 2,048 bytes of JSON is stored twice under its key: as the object's body, and as custom metadata,
 * which comes with every listing. So a listing needs no get, and any get finds any record. A page of such a listing may
 * have fewer than 1,000 keys. Every method is one operation; there is no bulk read. `expirationTtl` is ignored: R2 has
 * none.
 *
 * @example
 * ```ts
 * const comments = createListStore(r2(env.BUCKET)).list("comments");
 * ```
 * @param bucket - The binding, as `env` has it.
 * @throws {@link ListError} `invalid-option` when there is no binding, or an option can't work.
 */
export function r2(bucket: R2BucketLike, options: StoreOptions = {}): RecordStore {
  checkBinding("bucket", bucket);
  const limits = resolveLimits(LIMITS, options);
  return {
    name: "r2",
    limits,
    async put(key, record, { inline = true } = {}) {
      const { text, bytes } = encodeRecord(record, limits);
      const customMetadata =
        inline && bytes <= limits.inlineBytes ? { [RECORD_FIELD]: escapeNonAscii(text) } : {};
      await bucket.put(checkKey(key, limits), text, { customMetadata });
    },
    async get(ref) {
      const object = await bucket.get(checkKey(ref, limits));
      return decodeRecord(await object?.text());
    },
    async delete(ref) {
      await bucket.delete(checkKey(ref, limits));
    },
    async list(prefix, cursor) {
      const page = await bucket.list({
        prefix,
        limit: limits.pageSize,
        include: ["customMetadata"],
        ...(cursor === undefined ? {} : { cursor }),
      });
      return listPage(page.objects.map(listedRecord), !page.truncated, page.cursor);
    },
    classify: classifyR2Error,
  };
}

function listedRecord({ key, customMetadata }: R2ListedObject): ListedRecord {
  const record = decodeRecord(customMetadata?.[RECORD_FIELD]);
  return record === undefined ? { key, ref: key } : { key, ref: key, record };
}

/** JSON in ASCII letters: nobody promises that custom metadata carries others. */
function escapeNonAscii(json: string): string {
  return json.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** What is called of an R2 binding, so that no vendor type is needed. The runtime's `R2Bucket` is one. */
export interface R2BucketLike {
  put(
    key: string,
    value: string,
    options: { customMetadata: Record<string, string> },
  ): Promise<unknown>;
  get(key: string): Promise<{ text(): Promise<string> } | null>;
  delete(key: string): Promise<void>;
  list(options: {
    prefix: string;
    limit: number;
    include: "customMetadata"[];
    cursor?: string;
  }): Promise<R2Page>;
}

/** A page of a listing. Only `truncated` says whether more follow. */
export interface R2Page {
  readonly objects: readonly R2ListedObject[];
  readonly truncated: boolean;
  readonly cursor?: string | null | undefined;
}

/** An object of a listing. */
export interface R2ListedObject {
  readonly key: string;
  readonly customMetadata?: Readonly<Record<string, string>> | undefined;
}
