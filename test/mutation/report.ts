import { readFileSync, writeFileSync } from "node:fs";
import { REASONS } from "./reasons.ts";

/** What this file reads of Stryker's report. */
interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: Mutant[] }>>;
}

interface Mutant {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

const CORE = "packages/core/src/";
const DOCUMENT = "docs/mutation.md";
const BEGIN = "<!-- Below: `node test/mutation/report.ts` -->";

/** Modules as the table names them. */
const MODULES: readonly { readonly name: string; readonly files: RegExp }[] = [
  { name: "id", files: /^(entry|clock)\.ts/ },
  { name: "key", files: /^(escape-name|key)\.ts/ },
  { name: "record", files: /^record\// },
  { name: "merge", files: /^(merge|in-order)\.ts/ },
  { name: "read", files: /^(read|listing|load|open-records|latest|iterate|runs)/ },
  { name: "compaction", files: /^compaction\// },
];

const MISSED = ["Survived", "NoCoverage"];
const DETECTED = ["Killed", "Timeout"];

const report: Report = JSON.parse(readFileSync(process.argv[2] ?? "reports/mutation.json", "utf8"));
const files = Object.entries(report.files).map(([path, { source, mutants }]) => ({
  file: path.replace(CORE, ""),
  lines: source.split("\n"),
  mutants,
}));

function rowOf(name: string, isIn: (file: string) => boolean): string {
  const mutants = files.filter(({ file }) => isIn(file)).flatMap((one) => one.mutants);
  const count = (statuses: readonly string[]) =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const [detected, missed] = [count(DETECTED), count(MISSED)];
  const score = ((100 * detected) / (detected + missed)).toFixed(1);
  return `| ${name} | ${detected + missed} | ${detected} | ${missed} | ${score} % |`;
}

/** The changed code and what it became, short enough for a table. */
function changeOf(lines: readonly string[], mutant: Mutant): string {
  const { start, end } = mutant.location;
  const text =
    start.line === end.line
      ? lines[start.line - 1]?.slice(start.column - 1, end.column - 1)
      : `${lines[start.line - 1]?.slice(start.column - 1)} …`;
  return `${short(text ?? "")} → ${short(mutant.replacement ?? "")}`;
}

function short(text: string): string {
  const flat = text.replace(/\s+/g, " ").replaceAll("|", "\\|").replaceAll("`", "'");
  return flat.length > 60 ? `${flat.slice(0, 57)}...` : flat;
}

const survivors = files.flatMap(({ file, lines, mutants }) =>
  mutants
    .filter(({ status }) => MISSED.includes(status))
    .map((mutant) => {
      const line = lines[mutant.location.start.line - 1]?.trim() ?? "";
      const change = changeOf(lines, mutant);
      const reason = REASONS.find(
        (one) =>
          (one.file === undefined || one.file === file) &&
          (one.mutator === undefined || one.mutator === mutant.mutatorName) &&
          line.includes(one.code) &&
          (one.change === undefined || change.includes(one.change)),
      );
      return { file, change, why: reason?.why ?? "**not explained yet**" };
    }),
);

const whys = [...new Set(survivors.map(({ why }) => why))];
const sections = whys.map((why) => {
  const items = survivors.filter((one) => one.why === why);
  const counted = new Map<string, number>();
  for (const { file, change } of items) {
    const item = `- ${file}: \`${change}\``;
    counted.set(item, (counted.get(item) ?? 0) + 1);
  }
  const lines = [...counted].map(([item, count]) => (count > 1 ? `${item}, ${count} times` : item));
  return `### ${why} (${items.length})\n\n${lines.join("\n")}\n`;
});

const table = [
  "| module | mutants | detected | survived | score |",
  "| --- | --- | --- | --- | --- |",
  ...MODULES.map(({ name, files: pattern }) => rowOf(name, (file) => pattern.test(file))),
  rowOf("**all**", () => true),
];
const [head = ""] = readFileSync(DOCUMENT, "utf8").split(BEGIN);
writeFileSync(
  DOCUMENT,
  `${head}${BEGIN}\n\n## Scores\n\n${table.join("\n")}\n\n## What survives, and why\n\n${sections.join("\n")}`,
);
console.log(table.at(-1));
for (const { file, change } of survivors.filter((one) => one.why.startsWith("**")))
  console.log(`not explained: ${file}: ${change}`);
