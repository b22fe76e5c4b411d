import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { textOf } from "./markdown.ts";
import { ROOT } from "./snippets.ts";

const DOCUMENTS = globSync(
  ["*.md", "docs/**/*.md", "examples/*/README.md", "packages/*/README.md"],
  {
    cwd: ROOT,
    exclude: ["docs/api/**"],
  },
);
const LINK = /\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g;
/** `docs/api` is generated, and NNNN stands for a number. */
const PATH_IN_CODE = /`((?:packages|examples|test|docs)\/(?!api`|\S*NNNN)[^`*{<]+)`/g;

describe.each(DOCUMENTS)("%s", (document) => {
  test("its links lead somewhere", () => {
    const links = [...textOf(document).matchAll(LINK)];

    expect(
      links.filter(([, path, anchor]) => !leadsSomewhere(document, path ?? "", anchor)),
    ).toEqual([]);
  });

  test("the paths that it names exist", () => {
    const paths = [...textOf(document).matchAll(PATH_IN_CODE)].map(([, path]) => path ?? "");

    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

function leadsSomewhere(document: string, path: string, anchor: string | undefined): boolean {
  const target = path === "" ? document : join(dirname(document), path);
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || anchorsOf(target).includes(anchor);
}

/** The anchors that GitHub gives to headings. */
function anchorsOf(document: string): readonly string[] {
  const headings = textOf(document).matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}
