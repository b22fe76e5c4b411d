import { describe, expect, test } from "vitest";
import { docstringSnippets, documentSnippets, type Snippet } from "./snippets.ts";
import { typeCheck } from "./type-check.ts";

describe("what a reader copies compiles", () => {
  test("from the README and the docs, as it stands", () => {
    const snippets = documentSnippets();

    expect(snippets.length).toBeGreaterThan(3);
    expect(typeCheck(snippets)).toEqual([]);
  });

  test("from the docstrings, with what they take as given", () => {
    const snippets = docstringSnippets();

    expect(snippets.length).toBeGreaterThan(10);
    expect(typeCheck(snippets)).toEqual([]);
  });
});

test("the check complains of a wrong argument, and of a name that nobody declared", () => {
  const wrong = [
    'import { memoryStore } from "@shardlist/core/memory";\nmemoryStore(7);',
    "nobody();",
  ];
  const snippets: Snippet[] = wrong.map((code, index) => ({
    place: `doc:${index}`,
    code,
    isComplete: true,
  }));

  expect(typeCheck(snippets).map(({ place }) => place)).toEqual(["doc:0", "doc:1"]);
});
