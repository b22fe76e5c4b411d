import { ListError } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { classifyFastlyKVError, isNotFound } from "../src/fastly-kv-errors.ts";

/** Every text that the runtime is known to reject with, and what it means. */
const KNOWN: readonly [error: unknown, means: string][] = [
  [new TypeError("KVStore insert: Too many requests."), "throttled"],
  [new TypeError("KVStore lookup: Too many requests."), "throttled"],
  [new TypeError("KVStore list: Too many requests."), "throttled"],
  [new TypeError("KVStore delete: Too many requests."), "throttled"],
  [new TypeError("KVStore insert: Internal error."), "transient"],
  [new TypeError("KVStore lookup: Internal error."), "transient"],
  [new TypeError("KVStore list: Internal error."), "transient"],
  [new TypeError("KVStore delete: Internal error."), "transient"],
  [new TypeError("KVStore insert: Bad request."), "invalid"],
  [new TypeError("KVStore lookup: Bad request."), "invalid"],
  [new TypeError("KVStore list: Bad request."), "invalid"],
  [new TypeError("KVStore delete: Bad request."), "invalid"],
  [new TypeError("KVStore insert: Payload too large."), "invalid"],
  [new TypeError("KVStore insert: Precondition failed."), "invalid"],
  [new TypeError("KVStore insert: Invalid Store handle."), "invalid"],
  [new TypeError("KVStore list: Not found."), "invalid"],
  [new TypeError("KVStore delete: Not found."), "invalid"],
  [
    new TypeError(
      "The KVStore builtin can only be used during request handling, not during initialization",
    ),
    "invalid",
  ],
  [new TypeError("KVStore constructor: No KVStore named 'missing' exists"), "invalid"],
  [new TypeError("KVStore constructor: name can not be an empty string"), "invalid"],
  [new TypeError("KVStore constructor: name can not be more than 255 characters"), "invalid"],
  [
    new TypeError("KVStore constructor: name can not contain control characters (\\u0000-\\u001F)"),
    "invalid",
  ],
  [new TypeError("KVStore key can not be an empty string"), "invalid"],
  [new TypeError("KVStore key can not be more than 1024 characters"), "invalid"],
  [new TypeError("KVStore key can not contain # character"), "invalid"],
  [new TypeError("KVStore key can not contain newline character"), "invalid"],
  [new TypeError("KVStore key can not be '.' or '..'"), "invalid"],
  [new TypeError("KVStore key can not start with .well-known/acme-challenge/"), "invalid"],
  [new TypeError("KVStore value can not be more than 30 Megabytes in size"), "invalid"],
  [
    new TypeError("Content-provided streams are not yet supported for streaming into KVStore"),
    "invalid",
  ],
  [new TypeError("KVStore.list: options must be an object"), "invalid"],
  [new TypeError("KVStore.insert: gen must be an integer"), "invalid"],
  [new RangeError("KVStore.put: ttl can not be a negative number"), "invalid"],
  [new Error("put: Invalid argument.\n"), "invalid"],
  [new Error("list: Invalid argument.\n"), "invalid"],
  [new Error("Body has already been consumed"), "invalid"],
  [new ListError("value-too-large", "refused before any call"), "invalid"],
];

/**
 * Texts that say nothing of what happened, some of them drawn by chance from memory that the
 * runtime never set.
 */
const UNKNOWN: readonly unknown[] = [
  new Error("put: HTTP incomplete message error. A stream ended unexpectedly.\n"),
  new TypeError("KVStore insert: Uninitialized."),
  new TypeError("KVStore insert: Something new."),
  new SyntaxError("JSON.parse: unexpected character at line 1 column 1 of the JSON data"),
  new Error("Too many requests."),
  new Error("constructor"),
  "a string",
  undefined,
  null,
];

describe("errors that differ only in their text", () => {
  test.each(KNOWN)("%s is known", (error, means) => {
    expect(classifyFastlyKVError(error)).toBe(means);
  });

  test.each(UNKNOWN)("%s leaves the outcome open", (error) => {
    expect(classifyFastlyKVError(error)).toBe("unknown");
  });

  test("only a delete that found nothing is 'not found'", () => {
    const found = [...KNOWN.map(([error]) => error), ...UNKNOWN].filter(isNotFound);

    expect(found).toEqual([new TypeError("KVStore delete: Not found.")]);
  });
});
