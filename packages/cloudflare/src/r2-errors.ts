import type { ErrorClass } from "@shardlist/core";
import { classifyByText, messageOf } from "./runtime-errors.ts";

/** R2 ends its messages with a code: `put: Reduce your concurrent request rate for the same object. (10058)`. */
const R2_CODE = /\((\d+)\)$/;

/** https://developers.cloudflare.com/r2/api/error-codes, as far as the methods called here can meet them. */
const CLASS_OF_CODE: Readonly<Record<string, ErrorClass>> = {
  10058: "throttled", // TooManyRequests
  10001: "transient", // InternalError
  10013: "transient", // IncompleteBody
  10043: "transient", // ServiceUnavailable
  10054: "transient", // ClientDisconnect
  10006: "invalid", // NoSuchBucket
  10012: "invalid", // MetadataTooLarge
  10020: "invalid", // InvalidObjectName
  10042: "invalid", // NotEntitled
  10069: "invalid", // ObjectLockedByBucketPolicy
  100100: "invalid", // EntityTooLarge
};

/** Sorts an error of an R2 binding by the code in its text. */
export function classifyR2Error(error: unknown): ErrorClass {
  const code = R2_CODE.exec(messageOf(error))?.[1];
  return (code === undefined ? undefined : CLASS_OF_CODE[code]) ?? classifyByText(error);
}
