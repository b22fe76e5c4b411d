// Runs every check, each one even if another failed, and closes with what really ran.
// Runs on the machine's own Node, before anything is installed: built-in modules only.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";

const TEST_REPORT = "reports/vitest.json";
const { packageManager } = JSON.parse(readFileSync("package.json", "utf8"));
const checks = ["lint", "types", "build", "package-checks", "size"];

const install = run("install", "--frozen-lockfile");
const results = [install];
if (install.failed === 0) {
  rmSync(TEST_REPORT, { force: true });
  // Fastly's local server: found, or built once (ten to twenty minutes) into the user's cache.
  results.push(run("viceroy"));
  results.push(withTestCounts(run("test")));
  for (const check of checks) results.push(run(check));
}

const passed = sum("passed");
const failed = sum("failed");
const skipped = sum("skipped");
console.log("");
for (const result of results)
  console.log(`${result.failed === 0 ? "ok    " : "FAILED"} ${result.name}`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed === 0 ? 0 : 1);

function run(...args) {
  console.log(`\n=== pnpm ${args.join(" ")}`);
  const { status } = spawnSync("npx", ["-y", packageManager, ...args], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, CI: "true", REQUIRE_VICEROY: "true" },
  });
  const ok = status === 0;
  return { name: args[0], passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** The tests count one by one. A run that failed without a failed test (a file that didn't load) counts as one. */
function withTestCounts(result) {
  const report = readTestReport();
  if (report === undefined || report.numTotalTests === 0) {
    return { ...result, passed: 0, failed: 1 };
  }
  return {
    name: result.name,
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, result.failed),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function readTestReport() {
  try {
    return JSON.parse(readFileSync(TEST_REPORT, "utf8"));
  } catch {
    console.log(`No readable ${TEST_REPORT}: the tests did not run to their end.`);
    return undefined;
  }
}

function sum(count) {
  return results.reduce((total, result) => total + result[count], 0);
}
