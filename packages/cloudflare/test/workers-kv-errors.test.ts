import { expect, test } from "vitest";
import { classifyWorkersKVError } from "../src/workers-kv-errors.ts";
import { WORKERS_KV_ERRORS } from "./support/workers-kv-errors.ts";

test.each(WORKERS_KV_ERRORS)("$error is $is", ({ error, is }) => {
  expect(classifyWorkersKVError(error)).toBe(is);
});

test.each([
  "Something thrown",
  undefined,
  null,
  429,
  { message: "KV PUT failed: 429" },
  Object.create(null),
  Symbol("thrown"),
])("what isn't an error is unknown: %j", (thrown) => {
  expect(classifyWorkersKVError(thrown)).toBe("unknown");
});
