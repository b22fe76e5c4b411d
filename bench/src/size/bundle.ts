import { build, type Plugin } from "esbuild";

/** What is bundled: a file, or a text that imports as a file in this folder does. */
export type BundleInput = { readonly entry: string } | { readonly source: string };

/** A Worker's code in one file. */
export interface Bundle {
  readonly text: string;
}

/** What the runtime brings itself. */
const PLATFORM_MODULES = ["cloudflare:*", "node:*"];

/** Bundles from the sources, as a Worker's build does, so that nothing needs to be built before. */
export async function bundle(
  input: BundleInput,
  { minify = false, plugins = [] }: { readonly minify?: boolean; readonly plugins?: Plugin[] } = {},
): Promise<Bundle> {
  const { outputFiles } = await build({
    ...("entry" in input
      ? { entryPoints: [input.entry] }
      : { stdin: { contents: input.source, resolveDir: import.meta.dirname, loader: "ts" } }),
    bundle: true,
    write: false,
    minify,
    plugins,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    mainFields: ["browser", "module", "main"],
    conditions: ["source", "workerd", "worker", "browser"],
    external: PLATFORM_MODULES,
    logLevel: "error",
  });
  return { text: outputFiles[0]?.text ?? "" };
}
