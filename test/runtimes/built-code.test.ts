import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type AnyNode, parse } from "acorn";
import { full } from "acorn-walk";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";

const PACKAGES = ["core", "cloudflare", "fastly"];
/**
 * Every entry of the packages. The example's routes are here because services are copied from them;
 * they bring Hono.
 */
const ENTRIES = [...PACKAGES.flatMap(entriesOf), "examples/routes/src/index.ts"];

/** The part of a package.json that tells what may be imported. */
interface Manifest {
  readonly exports: Exports;
  readonly publishConfig: { readonly exports: Exports };
}

interface Exports {
  readonly [path: string]: string | { readonly default: string };
}

/** Node 20 has all of ES2022; what came later is not in its parser, or only in part. */
const ECMA_VERSION = 2022;
/** Global names that the engine of Fastly Compute lacks, or that only Node has. */
const MISSING_GLOBALS = ["process", "Buffer", "AbortController", "AbortSignal", "Intl", "require"];
/** Methods that Node 20 or the engine of Fastly Compute lacks. */
const MISSING_METHODS = [
  "normalize",
  "fromAsync",
  "withResolvers",
  "groupBy",
  "toLocaleString",
  "localeCompare",
];

describe("the built code", () => {
  test.each(PACKAGES)("of %s parses as ES2022, so that Node 20 takes it", (name) => {
    const files = readdirSync(distOf(name)).filter((file) => file.endsWith(".js"));

    expect(files).not.toEqual([]);
    for (const file of files) parseModule(readFileSync(join(distOf(name), file), "utf8"));
  });

  test.each(ENTRIES)("of %s needs nothing that some runtime lacks", async (entry) => {
    expect(unportable(await bundle(entry))).toEqual([]);
  });
});

test.each(PACKAGES)("what is published of %s has the entry points of the sources", (name) => {
  const { exports, publishConfig } = manifestOf(name);

  expect(Object.keys(publishConfig.exports)).toEqual(Object.keys(exports));
  expect(entriesOf(name)).toHaveLength(Object.keys(exports).length - 1);
});

test.each([
  ['import "node:crypto";', "node:crypto"],
  ["process.exit();", "process"],
  ["new Buffer(1);", "Buffer"],
  ["new AbortController();", "AbortController"],
  ["new Intl.Collator();", "Intl"],
  ['"é".normalize("NFC");', "normalize"],
  ["/\\p{L}/u;", "/\\p{L}/u"],
])("the search finds what is wrong with %s", (code, found) => {
  expect(unportable(code)).toEqual([found]);
});

test("the search isn't misled by texts and properties", () => {
  expect(unportable('const a = { process: "Buffer" }; a.process; // Intl')).toEqual([]);
});

/** The modules that a package's `exports` lead to, as it is published. */
function entriesOf(name: string): string[] {
  return Object.values(manifestOf(name).publishConfig.exports).flatMap((target) =>
    typeof target === "string" ? [] : [join("packages", name, target.default)],
  );
}

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(distOf(name), "../package.json"), "utf8"));
}

/** What of the code isn't to be had everywhere. */
function unportable(code: string): string[] {
  const found: string[] = [];
  full(parseModule(code), (node: AnyNode) => {
    if (node.type === "ImportDeclaration") found.push(String(node.source.value));
    if (node.type === "Identifier" && MISSING_GLOBALS.includes(node.name)) found.push(node.name);
    if (node.type === "MemberExpression" && node.property.type === "Identifier") {
      if (MISSING_METHODS.includes(node.property.name)) found.push(node.property.name);
    }
    if (node.type === "Literal" && "regex" in node && node.regex?.pattern.includes("\\p{")) {
      found.push(node.raw ?? "");
    }
  });
  return found;
}

function parseModule(code: string) {
  return parse(code, { ecmaVersion: ECMA_VERSION, sourceType: "module" });
}

/** An entry with everything that it imports, as a bundler for edge runtimes sees it. */
async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "../..", entry)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    mainFields: ["browser", "module", "main"],
    conditions: ["worker", "browser"],
    external: ["node:*"],
  });
  return outputFiles[0]?.text ?? "";
}

function distOf(name: string): string {
  return join(import.meta.dirname, "../../packages", name, "dist");
}
