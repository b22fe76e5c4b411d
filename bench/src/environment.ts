import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, totalmem } from "node:os";

/** On what something was measured. */
export interface Environment {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly system: string;
  readonly node: string;
  /** Versions of what was measured or measured with. */
  readonly packages: { readonly [name: string]: string };
}

const PACKAGES = [
  "miniflare",
  "workerd",
  "@fastly/js-compute",
  "yjs",
  "@automerge/automerge",
  "loro-crdt",
  "tinybase",
  "unstorage",
  "esbuild",
  "mitata",
  "autocannon",
];

/** This machine and the installed versions. */
export function environment(): Environment {
  return {
    processor: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    packages: Object.fromEntries(PACKAGES.map((name) => [name, versionOf(name)])),
  };
}

function versionOf(name: string): string {
  const from = createRequire(import.meta.url);
  // workerd is what miniflare brings; packages that hide their package.json are found by their folder.
  const require = name === "workerd" ? createRequire(from.resolve("miniflare")) : from;
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      const text = readFileSync(`${folder}/${name}/package.json`, "utf8");
      return (JSON.parse(text) as { readonly version: string }).version;
    } catch {
      // Not in this folder.
    }
  }
  throw new Error(`${name} is not installed`);
}
