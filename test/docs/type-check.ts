import { dirname, join } from "node:path";
import ts from "typescript";
import { ROOT, type Snippet } from "./snippets.ts";

/** What the type checker says of one snippet. */
export interface Complaint {
  readonly place: string;
  readonly message: string;
}

/** A runtime whose types can't be mixed with another's. */
interface Runtime {
  readonly types: string;
  /** Declares what docstrings have at hand. */
  readonly scene: string;
}

const WORKERS: Runtime = { types: "@cloudflare/workers-types", scene: "workers-scene.d.ts" };
const FASTLY: Runtime = { types: "@fastly/js-compute", scene: "fastly-scene.d.ts" };

const here = (file: string) => join(import.meta.dirname, file);

/** Type-checks snippets as strictly as our own code. */
export function typeCheck(snippets: readonly Snippet[]): readonly Complaint[] {
  const isFastly = (snippet: Snippet) =>
    snippet.code.includes("fastly:") || snippet.place.includes("/fastly/");
  return [
    ...complaintsOf(snippets.filter(isFastly), FASTLY),
    ...complaintsOf(
      snippets.filter((snippet) => !isFastly(snippet)),
      WORKERS,
    ),
  ];
}

function complaintsOf(
  snippets: readonly Snippet[],
  { types, scene }: Runtime,
): readonly Complaint[] {
  const files = new Map(snippets.map((snippet, index) => [here(`snippet-${index}.ts`), snippet]));
  const texts = new Map([...files].map(([file, snippet]) => [file, asModule(snippet)]));
  const options = { ...compilerOptions(), types: [types] };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.getCurrentDirectory = () => join(ROOT, "test");
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  const program = ts.createProgram([...texts.keys(), here(scene)], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => ({
    place: files.get(file?.fileName ?? "")?.place ?? file?.fileName ?? "options",
    message: ts.flattenDiagnosticMessageText(messageText, " "),
  }));
}

/** What has no imports and exports of its own runs inside a function, where it may return. */
function asModule({ code, isComplete }: Snippet): string {
  if (isComplete || /^(import|export) /m.test(code)) return `${code}\nexport {};\n`;
  return `export async function snippet() {\n${code}\n}\n`;
}

function compilerOptions(): ts.CompilerOptions {
  const path = join(ROOT, "tsconfig.base.json");
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  return ts.parseJsonConfigFileContent(config, ts.sys, dirname(path)).options;
}
