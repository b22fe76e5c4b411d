import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** The services that the tests run, and the file that each is built from. */
const ENTRIES = {
  /** The suite, every request in an instance of its own. */
  fresh: "test/fastly/guest/entry-fresh.ts",
  /** The same, requests one after another in one instance. */
  reusable: "test/fastly/guest/entry-reusable.ts",
  example: "examples/fastly-compute/src/index.ts",
} as const;

export type ServiceName = keyof typeof ENTRIES;

const ROOT = join(import.meta.dirname, "../..");

/** Where a service's wasm lies once it is built. */
export function wasmOf(name: ServiceName): string {
  return join(import.meta.dirname, "dist", `${name}.wasm`);
}

/**
 * Builds all services with Fastly's own compiler. It resolves the packages as a user's build does:
 * to what their build has made.
 */
export async function buildServices(): Promise<void> {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve("@fastly/js-compute")),
    "cli/js-compute-runtime-cli.js",
  );
  for (const name of Object.keys(ENTRIES) as ServiceName[]) {
    await mkdir(dirname(wasmOf(name)), { recursive: true });
    await promisify(execFile)(
      process.execPath,
      ["--no-deprecation", compiler, ENTRIES[name], wasmOf(name)],
      { cwd: ROOT },
    );
  }
}
