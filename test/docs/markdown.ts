import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./snippets.ts";

/** A row of a table: its cells, without the marks of code. */
export type Row = readonly string[];

/** The text of a file of the repository. */
export function textOf(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

/** The rows of the first table under a heading, without its head. */
export function tableUnder(file: string, heading: string): readonly Row[] {
  const lines = textOf(file).split("\n");
  const start = lines.findIndex(
    (line) => /^#+ /.test(line) && line.replace(/^#+ /, "") === heading,
  );
  if (start < 0) throw new Error(`${file} has no heading "${heading}"`);
  return tableFrom(lines.slice(start + 1));
}

/** The rows of the first table among lines that may start with the star of a docstring. */
export function tableFrom(lines: readonly string[]): readonly Row[] {
  const plain = lines.map((line) => line.replace(/^ \* /, ""));
  const first = plain.findIndex((line) => line.startsWith("|"));
  const rest = plain.slice(Math.max(0, first));
  const end = rest.findIndex((line) => !line.startsWith("|"));
  return rest.slice(2, end < 0 ? rest.length : end).map(cellsOf);
}

function cellsOf(line: string): Row {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("`", ""));
}
