import { expect, test } from "vitest";
import { classifyR2Error } from "../src/r2-errors.ts";
import { R2_ERRORS } from "./support/r2-errors.ts";

test.each(R2_ERRORS)("$error is $is", ({ error, is }) => {
  expect(classifyR2Error(error)).toBe(is);
});

test.each(["Something thrown", undefined, null, { message: "(10058)" }, Object.create(null)])(
  "what isn't an error is unknown: %j",
  (thrown) => {
    expect(classifyR2Error(thrown)).toBe("unknown");
  },
);
