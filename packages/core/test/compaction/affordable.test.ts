import { expect, test } from "vitest";
import { affordableCalls, readingWidth } from "../../src/compaction/affordable.ts";
import { startPass } from "../../src/compaction/pass.ts";
import type { ListedLoose } from "../../src/listing-builder.ts";
import { createLab } from "../support/lab.ts";
import { idAt } from "../support/numbered.ts";

const apart: ListedLoose = { key: "a", ref: "a", id: idAt(1), record: undefined };
const inline: ListedLoose = { ...apart, record: {} };

function affordable(
  maxOperations: number,
  share: number,
  ...later: readonly (readonly ListedLoose[])[]
): number {
  return affordableCalls(startPass(createLab().context(), { maxOperations }), share, ...later);
}

test("a share of the calls may go into reading", () => {
  expect(affordable(100, 0.5)).toBe(50);
  expect(affordable(101, 0.5)).toBe(50);
});

test("but not those without which nothing can be written", () => {
  expect(affordable(7, 0.9)).toBe(3);
  expect(affordable(4, 0.9)).toBe(0);
  expect(affordable(2, 0.9)).toBe(0);
});

test("nor one for each kind of which some are to be read later", () => {
  expect(affordable(7, 0.9, [apart])).toBe(2);
  expect(affordable(7, 0.9, [inline, apart], [apart])).toBe(1);
  expect(affordable(7, 0.9, [inline], [])).toBe(3);
});

test("a call reads as many as a bulk read takes, or one", () => {
  const context = createLab({ bulkGetKeys: 7 }).context({ concurrency: 3 });
  expect(readingWidth(startPass(context, {}))).toEqual({ perCall: 7, atOnce: 7 });
  const { getMany: _, ...store } = context.store;
  const oneByOne = startPass({ ...context, store }, {});
  expect(readingWidth(oneByOne)).toEqual({ perCall: 1, atOnce: 3 });
});
