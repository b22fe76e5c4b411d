import { expect, test } from "vitest";
import * as full from "../src/index.ts";
import { memoryStore } from "../src/memory/index.ts";
import * as slim from "../src/slim.ts";

/** A slim and a full handle on one list. */
function bothHandles() {
  const store = memoryStore();
  return {
    slimList: slim.createListStore<string>(store).list("guests"),
    fullList: full.createListStore<string>(store).list("guests"),
  };
}

test("a slim handle can append, read and remove, and nothing else", () => {
  const { slimList } = bothHandles();

  expect(Object.keys(slimList).sort()).toEqual(["append", "appendAll", "name", "read", "remove"]);
});

test("a slim handle reads what a full one appended, and the other way round", async () => {
  const { slimList, fullList } = bothHandles();

  await slimList.append("ada");
  await fullList.appendAll(["grace", "mary"]);

  expect((await slimList.read()).values).toEqual(["ada", "grace", "mary"]);
  expect((await fullList.read()).values).toEqual(["ada", "grace", "mary"]);
});

test("a slim handle reads and removes what a pass consolidated", async () => {
  const { slimList, fullList } = bothHandles();
  const [ada] = await slimList.appendAll(["ada", "grace"]);
  await fullList.compact();

  await slimList.remove(ada?.id ?? "");

  expect((await slimList.read()).values).toEqual(["grace"]);
  expect((await fullList.read()).values).toEqual(["grace"]);
});

test("a key that a slim and a full handle append at once is one entry for both", async () => {
  const { slimList, fullList } = bothHandles();

  await Promise.all([
    slimList.append("ada", { key: "guest 1" }),
    fullList.append("ada", { key: "guest 1" }),
  ]);

  expect((await slimList.read()).values).toEqual(["ada"]);
  expect((await fullList.read()).values).toEqual(["ada"]);
});

test("both entry points reject with the same class of error", async () => {
  const { slimList } = bothHandles();

  await expect(slimList.append(undefined as unknown as string)).rejects.toBeInstanceOf(
    full.ListError,
  );
});
