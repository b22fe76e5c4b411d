import { createListStore, type JsonValue, type RecordStore } from "@shardlist/core";
import { memoryStore } from "@shardlist/core/memory";
import { expect, test } from "vitest";
import { MINUTE } from "../support/scene.ts";
import { virtual } from "../support/virtual.ts";

async function keysOf(store: RecordStore, prefix = "sl1/"): Promise<string[]> {
  const keys: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await store.list(prefix, cursor);
    keys.push(...page.records.map(({ key }) => key));
    cursor = page.cursor;
    if (cursor === undefined) return keys;
  }
}
const loose = async (store: RecordStore) =>
  (await keysOf(store)).filter((key) => /\/[de]\//.test(key));
const small = { valueBytes: 26_000, segmentBytes: 26_000, inlineBytes: 300 };

test("passes come to rest on a clock with fractions of a millisecond", async () => {
  const { clock, pass } = virtual(1_750_000_000_000.5);
  const store = memoryStore();
  const list = createListStore(store, { clock: clock() }).list("a");
  await list.remove(await list.append(1));
  for (let i = 0; i < 4; i++) {
    await list.compact();
    pass(30 * MINUTE);
  }
  expect(await loose(store)).toEqual([]);
  expect((await keysOf(store)).filter((key) => key.includes("/s/"))).toHaveLength(1);
});

test("many small values of one call fit the segment that they are folded into", async () => {
  const { clock, pass } = virtual();
  const store = memoryStore({ limits: small });
  const list = createListStore(store, { clock: clock() }).list("a");
  await list.appendAll(Array.from({ length: 1900 }, (_, index) => index % 10));
  for (let i = 0; i < 4; i++) {
    await list.compact();
    pass(30 * MINUTE);
  }
  expect(await loose(store)).toEqual([]);
});

test("a head that has no room for a segment's body does without it, and keys are deleted all the same", async () => {
  const { clock, pass } = virtual();
  const store = memoryStore({ limits: small });
  const list = createListStore(store, { clock: clock() }).list("a");
  await list.appendAll(Array.from({ length: 1076 }, (_, index) => index % 10));
  for (let i = 0; i < 6; i++) {
    await list.compact();
    pass(30 * MINUTE);
  }
  expect(await loose(store)).toEqual([]);
});

test("a store of small values that names no segment size is compacted too", async () => {
  const { clock, pass } = virtual();
  const store = memoryStore({ limits: { valueBytes: 65_536 } });
  const list = createListStore(store, { clock: clock() }).list("a");
  for (let i = 0; i < 20; i++) await list.append("x".repeat(5_000));
  for (let i = 0; i < 4; i++) {
    await list.compact();
    pass(30 * MINUTE);
  }
  expect(await loose(store)).toEqual([]);
});

test("loose records among the ids of more segments than memory holds are deleted all the same", async () => {
  const { clock, pass } = virtual();
  const base = memoryStore({ limits: { segmentBytes: 1600, inlineBytes: 0 } });
  const held = new Map<string, JsonValue>();
  let isHolding = true;
  const store: RecordStore = {
    ...base,
    async put(key, record, options) {
      if (isHolding && key.includes("/e/")) held.set(key, record);
      else await base.put(key, record, options);
    },
  };
  const list = createListStore<string>(store, { clock: clock() }).list("a");
  // 13 appends whose puts land late: pairs from both ends first, the middle one last.
  for (let i = 0; i < 13; i++) {
    await list.append(`${i}`.padEnd(500, "x"));
    pass(1000);
  }
  isHolding = false;
  const puts = [...held];
  for (let i = 0; i < 6; i++) {
    for (const index of [i, 12 - i]) await base.put(...(puts[index] as [string, JsonValue]));
    await createListStore(store, { clock: clock() }).list("a").compact();
    pass(30 * MINUTE);
  }
  await base.put(...(puts[6] as [string, JsonValue]));
  for (let i = 0; i < 100; i++) {
    await createListStore(store, { clock: clock() }).list("a").compact();
    pass(30 * MINUTE);
  }
  expect(await loose(base)).toEqual([]);
});
