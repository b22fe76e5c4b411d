import { type ErrorClass, ListError } from "@shardlist/core";

const THROTTLED = [
  "put: Reduce your concurrent request rate for the same object. (10058)",
  "get: Reduce your rate of simultaneous reads on the same object. (10058)",
];

const TRANSIENT = [
  "put: We encountered an internal error. Please try again. (10001)",
  "put: Please look at https://www.cloudflarestatus.com for issues or contact customer support. (10043)",
  "put: You did not provide the number of bytes specified by the Content-Length HTTP header. (10013)",
  "put: The client disconnected before the request completed. (10054)",
  "Network connection lost.",
  "internal error; reference = 4g5mg5npu939v89t62h451km",
];

const QUOTA = [
  "Too many API requests by single Worker invocation.",
  "Too many subrequests by single Worker invocation.",
];

const INVALID = [
  "list: The specified bucket does not exist. (10006)",
  "put: Your metadata headers exceed the maximum allowed metadata size. (10012)",
  "put: The specified object name is not valid. (10020)",
  "put: Your account is not entitled to this feature. (10042)",
  "delete: The object is locked by the bucket policy. (10069)",
  "put: Your proposed upload exceeds the maximum allowed object size. (100100)",
];

const UNKNOWN = [
  "put: Unspecified error (0)",
  "put: Something new (10099)",
  "(10058) comes first",
  "",
];

/**
 * Errors that an R2 binding may reject with, by its documented codes, and some that nobody knows.
 */
export const R2_ERRORS: readonly { readonly error: Error; readonly is: ErrorClass }[] = [
  ...THROTTLED.map((message) => ({ error: new Error(message), is: "throttled" as const })),
  ...TRANSIENT.map((message) => ({ error: new Error(message), is: "transient" as const })),
  ...QUOTA.map((message) => ({ error: new Error(message), is: "quota" as const })),
  ...INVALID.map((message) => ({ error: new Error(message), is: "invalid" as const })),
  ...UNKNOWN.map((message) => ({ error: new Error(message), is: "unknown" as const })),
  {
    error: new TypeError("Illegal invocation: function called with incorrect `this` reference."),
    is: "invalid",
  },
  { error: new ListError("invalid-name", "what the adapter refuses itself"), is: "invalid" },
];
