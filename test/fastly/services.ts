import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "../..");
const BUILT = join(import.meta.dirname, "dist");
/** What the README of the package tells its reader to copy. */
const README_ENTRY = join(BUILT, "readme.ts");

/** The services that the tests run, and the file that each is built from. */
const ENTRIES = {
  /** The suite, every request in an instance of its own. */
  fresh: "test/fastly/guest/entry-fresh.ts",
  /** The same, requests one after another in one instance. */
  reusable: "test/fastly/guest/entry-reusable.ts",
  example: "examples/fastly-compute/src/index.ts",
  readme: README_ENTRY,
} as const;

export type ServiceName = keyof typeof ENTRIES;

/** Where a service's wasm lies once it is built. */
export function wasmOf(name: ServiceName): string {
  return join(BUILT, `${name}.wasm`);
}

/**
 * Builds all services with Fastly's own compiler. It resolves the packages as a user's build does:
 * to what their build has made.
 */
export async function buildServices(): Promise<void> {
  const library = createRequire(import.meta.url).resolve("@fastly/js-compute");
  const compiler = join(dirname(library), "cli/js-compute-runtime-cli.js");
  await mkdir(BUILT, { recursive: true });
  await writeFile(README_ENTRY, await readmeSnippet());
  for (const name of Object.keys(ENTRIES) as ServiceName[]) {
    const command = ["--no-deprecation", compiler, ENTRIES[name], wasmOf(name)];
    await promisify(execFile)(process.execPath, command, { cwd: ROOT });
  }
}

async function readmeSnippet(): Promise<string> {
  const text = await readFile(join(ROOT, "packages/fastly/README.md"), "utf8");
  const snippet = /```ts\n([\s\S]*?)```/.exec(text)?.[1];
  if (snippet === undefined)
    throw new Error("packages/fastly/README.md has no block of TypeScript");
  return snippet;
}
