import { gzipSync } from "node:zlib";
import type { BenchContext } from "../context.ts";
import { bundle } from "./bundle.ts";
import { SHIPPED, type Shipped } from "./shipped.ts";
import { wasmAside } from "./wasm-aside.ts";

/** What one library adds to a Worker. */
export interface SizeRow {
  readonly name: string;
  /** What the Worker does with it. */
  readonly does: string;
  readonly isOurs: boolean;
  readonly minifiedBytes: number;
  readonly gzippedBytes: number;
  /** WebAssembly that ships beside the code, gzipped; part of `gzippedBytes`. */
  readonly wasmGzippedBytes: number;
}

export interface SizeResult {
  readonly rows: readonly SizeRow[];
}

/** Bundles a small Worker with each library, minified and gzipped. */
export async function size(context: BenchContext): Promise<SizeResult> {
  const rows: SizeRow[] = [];
  for (const shipped of SHIPPED) {
    context.note(shipped.name);
    rows.push(await sizeRow(shipped));
  }
  return { rows };
}

/** What a Worker with this library weighs. */
export async function sizeRow({ name, does, source, isOurs }: Shipped): Promise<SizeRow> {
  const wasm = wasmAside();
  const { text } = await bundle({ source }, { minify: true, plugins: [wasm.plugin] });
  const wasmFiles = wasm.files();
  const wasmGzippedBytes = wasmFiles.reduce((sum, bytes) => sum + gzippedBytes(bytes), 0);
  return {
    name,
    does,
    isOurs,
    minifiedBytes: Buffer.byteLength(text) + wasmFiles.reduce((sum, { length }) => sum + length, 0),
    gzippedBytes: gzippedBytes(Buffer.from(text)) + wasmGzippedBytes,
    wasmGzippedBytes,
  };
}

function gzippedBytes(bytes: Uint8Array): number {
  return gzipSync(bytes, { level: 9 }).length;
}
