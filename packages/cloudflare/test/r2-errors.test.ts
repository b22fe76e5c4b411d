import { ListError } from "@shardlist/core";
import { expect, test } from "vitest";
import { classifyR2Error } from "../src/r2-errors.ts";

test.each([
  "put: Reduce your concurrent request rate for the same object. (10058)",
  "get: Reduce your rate of simultaneous reads on the same object. (10058)",
])("%s: throttled", (message) => {
  expect(classifyR2Error(new Error(message))).toBe("throttled");
});

test.each([
  "put: We encountered an internal error. Please try again. (10001)",
  "put: Please look at https://www.cloudflarestatus.com for issues or contact customer support. (10043)",
  "put: You did not provide the number of bytes specified by the Content-Length HTTP header. (10013)",
  "put: The client disconnected before the request completed. (10054)",
  "Network connection lost.",
  "internal error; reference = 4g5mg5npu939v89t62h451km",
])("%s: transient", (message) => {
  expect(classifyR2Error(new Error(message))).toBe("transient");
});

test.each([
  "Too many API requests by single Worker invocation.",
  "Too many subrequests by single Worker invocation.",
])("%s: quota", (message) => {
  expect(classifyR2Error(new Error(message))).toBe("quota");
});

test.each([
  "list: The specified bucket does not exist. (10006)",
  "put: Your metadata headers exceed the maximum allowed metadata size. (10012)",
  "put: The specified object name is not valid. (10020)",
  "put: Your account is not entitled to this feature. (10042)",
  "delete: The object is locked by the bucket policy. (10069)",
  "put: Your proposed upload exceeds the maximum allowed object size. (100100)",
])("%s: invalid", (message) => {
  expect(classifyR2Error(new Error(message))).toBe("invalid");
});

test("what the binding or this package refuses before any call is invalid", () => {
  expect(classifyR2Error(new TypeError("Illegal invocation"))).toBe("invalid");
  expect(classifyR2Error(new ListError("invalid-name", "the key is too long"))).toBe("invalid");
});

test.each([new Error("put: Unspecified error (0)"), new Error("put: Something new (10099)"), new Error("(10058) comes first"), undefined])(
  "%s: unknown",
  (error) => {
    expect(classifyR2Error(error)).toBe("unknown");
  },
);
