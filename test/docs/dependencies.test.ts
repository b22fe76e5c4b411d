import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { textOf } from "./markdown.ts";
import { ROOT } from "./snippets.ts";

/** The part of a package.json that names other packages. */
interface Manifest {
  readonly dependencies?: { readonly [name: string]: string };
  readonly devDependencies?: { readonly [name: string]: string };
}

const manifests = globSync(
  ["package.json", "{packages,examples}/*/package.json", "*/package.json"],
  {
    cwd: ROOT,
  },
);
const decisions = globSync("docs/decisions/*.md", { cwd: ROOT }).map(textOf).join("\n");

test.each(manifests)("a decision says what each dependency of %s is for", (manifest) => {
  const { dependencies, devDependencies } = JSON.parse(textOf(manifest)) as Manifest;
  const names = Object.keys({ ...dependencies, ...devDependencies });

  const isOurs = (name: string) => name.startsWith("@shardlist/");
  const isTypesOnly = (name: string) => name.startsWith("@types/");
  const others = names.filter((name) => !isOurs(name) && !isTypesOnly(name));
  expect(others.filter((name) => !decisions.includes(`\`${name}\``))).toEqual([]);
});
