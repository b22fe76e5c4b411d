import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Results } from "../results.ts";
import { renderDocument } from "./render.ts";

/** Writes the document and its charts into a folder. */
export function writeDocument(results: Results, folder: string): void {
  const { markdown, charts } = renderDocument(results);
  writeFileSync(join(folder, "benchmarks.md"), markdown);
  rmSync(join(folder, "charts"), { recursive: true, force: true });
  mkdirSync(join(folder, "charts"), { recursive: true });
  for (const [name, svg] of Object.entries(charts))
    writeFileSync(join(folder, "charts", `${name}.svg`), svg);
}
