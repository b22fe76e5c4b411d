import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url).href);

/**
 * Mutation tests run what is fast of core's own tests and of the cases, in Node, for every mutant again. Packages are
 * found by path: the links in node_modules lead out of the copy that holds the mutants.
 */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^fast-check$/, replacement: here("test/mutation/few-runs.ts") },
      { find: /^@shardlist\/core$/, replacement: here("packages/core/src/index.ts") },
      {
        find: /^@shardlist\/core\/(memory|testing)$/,
        replacement: here("packages/core/src/$1/index.ts"),
      },
    ],
  },
  test: {
    include: [
      "packages/core/test/{clock,entry,key,latest,iterate,listing*,load,merge*,read*,record*}.test.ts",
      "packages/core/test/compaction/*.test.ts",
      "test/cases/removing/unseen.test.ts",
      "test/cases/stale-views/gone-keys.test.ts",
    ],
    // A list of hundreds of segments takes seconds.
    exclude: ["**/*.worker.test.ts", "**/large-lists.test.ts", "**/node_modules/**"],
    isolate: false,
    testTimeout: 30_000,
  },
});
