import { expect, test } from "vitest";
import budgets from "../data/budgets.json" with { type: "json" };
import { SHIPPED } from "../src/size/shipped.ts";
import { sizeRow } from "../src/size/size.ts";

const ours = SHIPPED.filter(({ isOurs }) => isOurs);

test.each(ours)("a Worker that does this ships no more than is allowed: $does", async (shipped) => {
  const { gzippedBytes } = await sizeRow(shipped);

  const isSlim = shipped.source.includes("@shardlist/core/slim");
  expect(gzippedBytes).toBeLessThanOrEqual(
    isSlim ? budgets.slimWorkerGzippedBytes : budgets.everythingGzippedBytes,
  );
});
