import { type ErrorClass, ListError } from "@shardlist/core";

const THROTTLED = [
  "KV PUT failed: 429 Too Many Requests",
  "KV GET failed: 429 Too Many Requests",
  "KV GET_BULK failed: 429 Too Many Requests",
  "KV DELETE failed: 429 Too Many Requests",
  "KV PUT failed: 429",
];

const TRANSIENT = [
  "Network connection lost",
  "Network connection lost.",
  "KV GET failed: 403 Forbidden",
  "KV PUT failed: 500 Internal Server Error",
  "KV GET failed: 501 Not Implemented",
  "KV GET failed: 502 Bad Gateway",
  "KV PUT failed: 503 Service Unavailable",
  "KV GET_BULK failed: 504 Gateway Timeout",
  "KV DELETE failed: 522 ",
  "internal error",
  "internal error; reference = 4g5mg5npu939v89t62h451km",
];

const QUOTA = [
  "KV put() limit exceeded for the day.",
  "KV list() limit exceeded for the day",
  "KV get() limit exceeded for the day.",
  "KV delete() limit exceeded for the day.",
  "error 10048: your account has reached the free usage limit for this operation for today",
  "Too many API requests by single Worker invocation.",
  "Too many API requests by single Worker invocation. To configure this limit, refer to https://developers.cloudflare.com/workers/wrangler/configuration/#limits",
  "Too many subrequests.",
  "Too many subrequests by single Worker invocation.",
];

const INVALID = [
  "KV PUT failed: 414 UTF-8 encoded length of 513 exceeds key length limit of 512.",
  "KV GET failed: 414 UTF-8 encoded length of 513 exceeds key length limit of 512.",
  "KV DELETE failed: 414 UTF-8 encoded length of 513 exceeds key length limit of 512.",
  "KV GET_BULK failed: 414 UTF-8 encoded length of 513 exceeds key length limit of 512.",
  "KV PUT failed: 413 Value length of 26214401 exceeds limit of 26214400.",
  "KV PUT failed: 413 Metadata length of 1025 exceeds limit of 1024.",
  "KV GET_BULK failed: 413 Total size of request exceeds the limit of 25MB",
  "KV GET_BULK failed: 400 You can request a maximum of 100 keys",
  "KV GET_BULK failed: 400 You must request a minimum of 1 key",
  "KV GET_BULK failed: 400 Key names must not be empty",
  "KV GET_BULK failed: 400 At least one of the requested keys corresponds to a non-json value",
  'KV GET_BULK failed: 400 "arrayBuffer" is not a valid type. Use "json" or "text"',
  "KV GET failed: 400 Invalid cache_ttl of 29. Cache TTL must be at least 30.",
  "KV PUT failed: 400 Invalid expiration_ttl of 59. Expiration TTL must be at least 60.",
  "KV PUT failed: 400 Invalid expiration_ttl of 1. Expiration TTL must be at least 60.",
  "KV GET failed: 400 Invalid key_count_limit of 1001. Please specify an integer less than 1000.",
  "KV PUT failed: 400 Could not URL-decode key name",
];

const INVALID_ARGUMENTS = [
  "Key name cannot be empty.",
  '"." is not allowed as a key name.',
  '".." is not allowed as a key name.',
  "Value out of range. Must be between -2147483648 and 2147483647 (inclusive).",
  "Illegal invocation: function called with incorrect `this` reference.",
];

const UNKNOWN = [
  "Something new",
  "",
  "KV PUT failed: 418 I'm a teapot",
  "KV PUT failed: 4290",
  "KV PUT failed:",
  'failed to parse "KV PUT failed: 429 Too Many Requests"',
  "the listing goes on after this page, yet the store gave no cursor for the next one",
];

/** Every error that a Workers KV binding is known to reject with, and some that nobody knows. */
export const WORKERS_KV_ERRORS: readonly { readonly error: Error; readonly is: ErrorClass }[] = [
  ...THROTTLED.map((message) => ({ error: new Error(message), is: "throttled" as const })),
  ...TRANSIENT.map((message) => ({ error: new Error(message), is: "transient" as const })),
  ...QUOTA.map((message) => ({ error: new Error(message), is: "quota" as const })),
  ...INVALID.map((message) => ({ error: new Error(message), is: "invalid" as const })),
  ...INVALID_ARGUMENTS.map((message) => ({
    error: new TypeError(message),
    is: "invalid" as const,
  })),
  ...UNKNOWN.map((message) => ({ error: new Error(message), is: "unknown" as const })),
  { error: new ListError("value-too-large", "what the adapter refuses itself"), is: "invalid" },
];
