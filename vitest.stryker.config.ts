import { defineConfig } from "vitest/config";

/** Mutation tests know one project: core's own tests, in Node. */
export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    include: ["packages/core/test/**/*.test.ts"],
    exclude: ["**/*.worker.test.ts", "**/node_modules/**"],
    testTimeout: 30_000,
  },
});
