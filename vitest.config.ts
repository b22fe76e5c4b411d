import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

/** Tests import the sources of the workspace's packages, so that they need no build. */
const source = {
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"] } },
};
const roots = "{packages,examples}/*/test";

/** `.ci/run` counts the tests from this report. */
const report: ["json", { outputFile: string }] = ["json", { outputFile: "reports/vitest.json" }];

export default defineConfig({
  test: {
    reporters: process.env.CI ? ["default", report] : ["default"],
    projects: [
      {
        ...source,
        test: {
          name: "node",
          include: [`${roots}/**/*.test.ts`, "test/**/*.test.ts", "bench/test/**/*.test.ts"],
          exclude: ["**/*.worker.test.ts", "test/fastly/**", "**/node_modules/**"],
          testTimeout: 30_000,
        },
      },
      {
        ...source,
        test: {
          name: "fastly",
          include: ["test/fastly/**/*.test.ts"],
          // Builds what these tests run in the engine of Fastly Compute; node:wasi warns that it is young.
          globalSetup: "test/fastly/global-setup.ts",
          execArgv: ["--disable-warning=ExperimentalWarning"],
          hookTimeout: 120_000,
          testTimeout: 60_000,
        },
      },
      {
        ...source,
        plugins: [
          cloudflareTest({
            miniflare: {
              cf: false,
              compatibilityDate: "2026-11-01",
              kvNamespaces: ["LISTS"],
              r2Buckets: ["BUCKET"],
            },
          }),
        ],
        test: {
          name: "workerd",
          include: [`${roots}/**/*.worker.test.ts`, "test/**/*.worker.test.ts"],
          exclude: ["**/node_modules/**"],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
