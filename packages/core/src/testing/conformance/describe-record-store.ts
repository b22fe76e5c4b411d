import { failures } from "./failures.ts";
import { limits } from "./limits.ts";
import { lists } from "./lists.ts";
import { readsAndWrites } from "./reads-and-writes.ts";
import type { RecordStoreCheck, StoreSetup, StoreTraits } from "./store-under-test.ts";

/**
 * The two functions of a test runner that the suite needs; vitest's, Jest's, Bun's and
 * `node:test`'s all fit.
 */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly test: (name: string, body: () => Promise<void>) => unknown;
}

/**
 * Registers the conformance suite of record stores with a test runner: what every adapter promises
 * the core.
 *
 * It runs in the adapter's own runtime and imports no test runner. Where there is none, use {@link
 * recordStoreChecks}.
 *
 * @example
 * ```ts
 * import { describe, test } from "vitest";
 *
 * describeRecordStore("workers-kv", () => {
 *   const { binding, calls, failNext } = watchBinding(env.LISTS);
 *   return { store: workersKV(binding), calls, failNext };
 * }, { smallRecords: "with-the-listing", refs: "are-keys", bulkGets: true, errors: [] }, {
 * describe, test });
 * ```
 * @param name - The adapter's name, for the report.
 * @param setup - Makes a fresh, empty store; called for every check.
 * @param traits - How this adapter differs; it chooses what is expected.
 * @param runner - `describe` and `test` of the runner. Left out: the global ones.
 */
export function describeRecordStore(
  name: string,
  setup: StoreSetup,
  traits: StoreTraits,
  runner: TestRunner = globalThis as unknown as TestRunner,
): void {
  const checks = recordStoreChecks(setup, traits);
  const groups = [...new Set(checks.map((check) => check.group))];
  runner.describe(name, () => {
    for (const group of groups) {
      runner.describe(group, () => {
        for (const check of checks) if (check.group === group) runner.test(check.name, check.run);
      });
    }
  });
}

/**
 * The same suite as a plain list, for runtimes without a test runner, such as a Fastly service.
 *
 * @example
 * ```ts
 * for (const { group, name, run } of recordStoreChecks(setup, traits)) {
 * await run().then(() => report(`ok ${group}: ${name}`), (error) => report(`FAILED ${group}:
 * ${name}: ${error}`));
 * }
 * ```
 */
export function recordStoreChecks(setup: StoreSetup, traits: StoreTraits): RecordStoreCheck[] {
  return [readsAndWrites, lists, limits, failures].flatMap((group) => group(setup, traits));
}
