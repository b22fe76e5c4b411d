import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** A block of TypeScript that a reader may copy. */
export interface Snippet {
  /** Path and line of its first line, as editors understand them. */
  readonly place: string;
  readonly code: string;
  /**
   * Whether it stands alone, imports included. Docstrings leave out what their reader has at hand.
   */
  readonly isComplete: boolean;
}

export const ROOT: string = join(import.meta.dirname, "../..");

const FENCE = /^([ \t]*(?:\* ?)?)```ts\n([\s\S]*?)^[ \t]*(?:\* ?)?```$/gm;

/** The snippets of the README and the docs. */
export function documentSnippets(): readonly Snippet[] {
  const files = globSync(
    ["README.md", "docs/*.md", "packages/*/README.md", "examples/*/README.md"],
    {
      cwd: ROOT,
    },
  );
  return files.flatMap((file) => snippetsOf(join(ROOT, file), true));
}

/** The `@example` snippets in the sources of the packages. */
export function docstringSnippets(): readonly Snippet[] {
  const files = globSync("packages/*/src/**/*.ts", { cwd: ROOT });
  return files.flatMap((file) => snippetsOf(join(ROOT, file), false));
}

function snippetsOf(file: string, isComplete: boolean): readonly Snippet[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(FENCE)].map(({ index, 1: indent = "", 2: block = "" }) => {
    const lineNumber = text.slice(0, index).split("\n").length + 1;
    const lines = block.split("\n").map((line) => withoutIndent(line, indent));
    return { place: `${relative(ROOT, file)}:${lineNumber}`, code: lines.join("\n"), isComplete };
  });
}

/** The stars of a docstring have no space behind them on an empty line. */
function withoutIndent(line: string, indent: string): string {
  return line.startsWith(indent) ? line.slice(indent.length) : line.replace(indent.trimEnd(), "");
}
