import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";

/** Leaves WebAssembly out of a bundle, as Workers ship it, and remembers it. */
export function wasmAside(): { readonly plugin: Plugin; files(): readonly Uint8Array[] } {
  const found = new Map<string, Uint8Array>();
  return {
    files: () => [...found.values()],
    plugin: {
      name: "wasm-aside",
      setup(build) {
        build.onLoad({ filter: /\.wasm$/ }, ({ path }) => {
          found.set(path, readFileSync(path));
          return { contents: "export default {};", loader: "js" };
        });
      },
    },
  };
}
