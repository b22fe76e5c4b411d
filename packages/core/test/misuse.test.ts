import {
  compactAll,
  createListStore,
  importArray,
  type JsonValue,
  putWithRetry,
  updateRecord,
} from "@shardlist/core";
import { memoryStore } from "@shardlist/core/memory";
import { createListStore as createSlimListStore } from "@shardlist/core/slim";
import { expect, test } from "vitest";

test("removing the id of a repeated append removes the entry that it repeats", async () => {
  const list = createListStore(memoryStore()).list("orders");
  await list.append("tea", { key: "request 17" });
  const repeated = await list.append("tea", { key: "request 17" });
  await list.read();

  await list.remove(repeated.id);

  expect((await list.read()).values).toEqual([]);
});

test.each([
  ["throws", () => JSON.parse("no JSON")],
  ["gives no string", () => undefined],
])("a keyOf that %s is refused before anything is written", async (_, keyOf) => {
  const store = memoryStore();
  const list = createListStore(store, { keyOf: keyOf as () => string }).list("tags");

  await expect(list.append("tea")).rejects.toMatchObject({ code: "invalid-value" });

  expect((await store.list("")).records).toEqual([]);
});

test("what is no iterable, and a freshness that there isn't, are refused by name", async () => {
  const list = createListStore(memoryStore()).list("orders");

  await expect(list.appendAll(7 as never)).rejects.toMatchObject({ code: "invalid-value" });
  await expect(list.read({ freshness: "consolidatd" as never })).rejects.toMatchObject({
    code: "invalid-option",
    message: expect.stringContaining("`freshness`"),
  });
});

const nothing = null as never;

test.each<[string, () => unknown]>([
  ["createListStore", () => createListStore(memoryStore(), nothing)],
  ["the slim createListStore", () => createSlimListStore(memoryStore(), nothing)],
  ["append", () => createListStore(memoryStore()).list("a").append("tea", nothing)],
  ["appendAll", () => createListStore(memoryStore()).list("a").appendAll(["tea"], nothing)],
  ["read", () => createListStore(memoryStore()).list("a").read(nothing)],
  ["compact", () => createListStore(memoryStore()).list("a").compact(nothing)],
  ["names", () => createListStore(memoryStore()).names(nothing)],
  ["compactAll", () => compactAll(memoryStore(), nothing)],
  ["updateRecord", () => updateRecord(memoryStore(), "a", () => 1, nothing)],
  ["putWithRetry", () => putWithRetry(memoryStore(), "a", 1, nothing)],
])("%s refuses null in place of options", async (_, call) => {
  await expect((async () => await call())()).rejects.toMatchObject({
    name: "ListError",
    code: "invalid-option",
    message: "`options` must be an object",
  });
});

test.each<[string, () => unknown]>([
  ["createListStore", () => createListStore(undefined as never)],
  ["the slim createListStore", () => createSlimListStore({} as never)],
  ["compactAll", () => compactAll("LISTS" as never)],
  ["updateRecord", () => updateRecord(nothing, "a", () => 1)],
  ["putWithRetry", () => putWithRetry(nothing, "a", 1)],
])("%s refuses what is no record store", async (_, call) => {
  await expect((async () => await call())()).rejects.toMatchObject({
    name: "ListError",
    code: "invalid-option",
    message: expect.stringContaining("`store` must be a record store"),
  });
});

test.each<[string, object]>([
  ["options", { retry: null }],
  ["clock", { clock: {} }],
  ["clock", { clock: { now: () => 0 } }],
])("what `%s` must be is said where it can't work", (name, options) => {
  const refused = expect.objectContaining({
    code: "invalid-option",
    message: expect.stringContaining(`\`${name}\``),
  });

  expect(() => createListStore(memoryStore(), options)).toThrow(refused);
  expect(() => createSlimListStore(memoryStore(), options)).toThrow(refused);
});

test.each([["guests"], [7], [null]])(
  "compactAll refuses %j in place of many names",
  async (names) => {
    const store = memoryStore();

    await expect(compactAll(store, { names: names as never })).rejects.toMatchObject({
      code: "invalid-option",
      message: expect.stringContaining("`names`"),
    });
  },
);

test("importArray refuses what is no array before it reads", async () => {
  const list = createListStore(memoryStore()).list("votes");

  await expect(importArray(list, "tea" as never)).rejects.toMatchObject({
    code: "invalid-option",
    message: expect.stringContaining("`values`"),
  });
});

test("the slim entry point refuses options that it would ignore", () => {
  const options: object = { maxEntries: 10 };

  expect(() => createSlimListStore(memoryStore(), options)).toThrow(/`maxEntries`/);
});

test.each([[Number.NaN], [undefined]])("updateRecord refuses to write %s", async (record) => {
  const store = memoryStore();

  const update = updateRecord(store, "counter", () => record as JsonValue);

  await expect(update).rejects.toMatchObject({ code: "invalid-value" });
  expect(await store.get("counter")).toBeUndefined();
});

test("a plain array that the budget isn't enough for is refused, and the pass's work stays", async () => {
  const store = memoryStore();
  const list = createListStore(store).list("orders");
  await list.append("tea");

  const compacting = list.compact({ maxOperations: 6, consolidateTo: "plain" });

  await expect(compacting).rejects.toMatchObject({ code: "budget-exhausted" });
  expect((await list.read()).values).toEqual(["tea"]);
});

test.each<[string, () => unknown]>([
  [
    "`maxOperations`",
    () => createListStore(memoryStore()).list("a").compact({ maxOperations: nothing }),
  ],
  [
    "`dryRun`",
    () =>
      createListStore(memoryStore())
        .list("a")
        .compact({ dryRun: "yes" as never }),
  ],
  [
    "`consolidateTo`",
    () => createListStore(memoryStore()).list("a").compact({ consolidateTo: "\ud800" }),
  ],
  [
    "`allowIncomplete`",
    () =>
      createListStore(memoryStore())
        .list("a")
        .read({ allowIncomplete: 1 as never }),
  ],
  ["`maxMs`", () => compactAll(memoryStore(), { maxMs: nothing })],
  ["`graceMs`", () => createListStore(memoryStore(), { graceMs: nothing })],
  ["`stalenessMs`", () => createSlimListStore(memoryStore(), { stalenessMs: nothing })],
  ["`prefix`", () => createListStore(memoryStore(), { prefix: nothing })],
  ["`checkOnRead`", () => createListStore(memoryStore(), { checkOnRead: true })],
  ["`options`", () => createListStore({ ...memoryStore(), limits: nothing })],
  ["`list`", () => importArray(nothing, ["tea"])],
])("%s is refused by name where its value makes no sense", async (option, call) => {
  await expect((async () => await call())()).rejects.toMatchObject({
    name: "ListError",
    code: "invalid-option",
    message: expect.stringContaining(option),
  });
});
