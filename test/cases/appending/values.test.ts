import type { JsonValue } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { LISTED } from "../support/kinds.ts";
import { createScene } from "../support/scene.ts";

const circular: Record<string, unknown> = {};
circular.self = circular;

/** Values that no store can take as JSON, each also inside an array and an object. */
const UNSTORABLE: readonly { readonly what: string; readonly value: unknown }[] = [
  { what: "a stream", value: new ReadableStream() },
  { what: "a function", value: () => undefined },
  { what: "a symbol", value: Symbol("x") },
  { what: "a BigInt", value: 1n },
  { what: "undefined", value: undefined },
  { what: "a circular object", value: circular },
  { what: "a typed array", value: new Uint8Array(3) },
  { what: "a promise", value: Promise.resolve(1) },
  { what: "a Map", value: new Map([["a", 1]]) },
  { what: "a Response", value: new Response("x") },
];

// https://github.com/fastly/js-compute-runtime/issues/773, pull/1473, pull/1475
describe.each(UNSTORABLE)("$what", ({ value }) => {
  test.each([
    { place: "itself", wrapped: value, path: "value" },
    { place: "in an array", wrapped: [1, value], path: "value[1]" },
    { place: "deep in an object", wrapped: { a: { "b c": [value] } }, path: 'value.a["b c"][0]' },
  ])("$place is refused with its path, before any store call", async ({ wrapped, path }) => {
    const { cold, store } = createScene(LISTED);
    // Callers without types do this.
    const stranger = wrapped as JsonValue;
    const refusal = { code: "invalid-value", message: expect.stringContaining(path) };

    await expect(cold().append(stranger)).rejects.toMatchObject(refusal);
    await expect(cold().appendAll([1, stranger])).rejects.toMatchObject({
      code: "invalid-value",
      message: expect.stringContaining(path.replace("value", "values[1]")),
    });
    expect(Object.values(store.counts()).every((count) => count === 0)).toBe(true);
  });
});
