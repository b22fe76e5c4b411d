import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { REASONS } from "./reasons.ts";

const CORE = new URL("../../packages/core/src/", import.meta.url);

test("every reason why a mutant survives speaks of a line that is still there", () => {
  const outlived = REASONS.filter(
    ({ file, code }) =>
      file !== undefined && !readFileSync(new URL(file, CORE).pathname, "utf8").includes(code),
  );

  expect(outlived).toEqual([]);
});
