import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderDocument } from "../src/document/render.ts";
import { fillQuotes, findQuotes, quotes } from "../src/quotes.ts";
import { DOCS, readResults } from "../src/results.ts";

const ROOT = join(DOCS, "..");
const README = readFileSync(join(ROOT, "README.md"), "utf8");

test("the page and its charts are what the results say", () => {
  const { markdown, charts } = renderDocument(readResults());

  expect(readFileSync(join(DOCS, "benchmarks.md"), "utf8")).toBe(markdown);
  for (const [name, svg] of Object.entries(charts))
    expect(readFileSync(join(DOCS, "charts", `${name}.svg`), "utf8")).toBe(svg);
});

test("every number that the README quotes is the measured one", () => {
  const measured = new Map<string, string>(Object.entries(quotes(readResults())));

  const quoted = findQuotes(README);
  expect(quoted.length).toBeGreaterThanOrEqual(4);
  for (const { name, text } of quoted) expect([name, text]).toEqual([name, measured.get(name)]);
});

test("a quote stands between two comments", () => {
  const text = "It is <!-- bench:speed-up -->1,000<!-- / --> times faster.";

  expect(findQuotes(text)).toEqual([{ name: "speed-up", text: "1,000" }]);
  const measured = { ...quotes(readResults()), "speed-up": "2,000" };
  expect(fillQuotes(text, measured)).toBe(text.replace("1,000", "2,000"));
});
