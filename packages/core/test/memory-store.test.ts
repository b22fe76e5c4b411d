import { expect, test } from "vitest";
import { memoryStore } from "../src/memory/index.ts";

test("two memory stores share nothing", async () => {
  const [first, second] = [memoryStore(), memoryStore()];

  await first.put("key", "in the first");

  expect(await second.get("key")).toBeUndefined();
});

test("a list of 2,500 keys is three pages of at most 1,000", async () => {
  const store = memoryStore();
  for (let i = 0; i < 2500; i++) await store.put(`list/${i}`, i);

  const first = await store.list("list/");
  const second = await store.list("list/", first.cursor);
  const third = await store.list("list/", second.cursor);

  expect([first, second, third].map((page) => page.records.length)).toEqual([1000, 1000, 500]);
  expect(third.cursor).toBeUndefined();
});

test("a page that is exactly full and the last has no cursor", async () => {
  const store = memoryStore({ limits: { pageSize: 2 } });
  await store.put("list/a", 1);
  await store.put("list/b", 2);

  expect((await store.list("list/")).cursor).toBeUndefined();
});

test("emoji are listed behind the characters that UTF-16 puts after them", async () => {
  const store = memoryStore();
  const keys = ["z", "é", "\ud7ff", "\ue000", "\uffff", "😀", "😀a", "😁"];
  for (const key of [...keys].reverse()) await store.put(key, "small");

  expect((await store.list("")).records.map((one) => one.key)).toEqual(keys);
});

test("keys that were there before the first emoji keep their order", async () => {
  const store = memoryStore({ limits: { pageSize: 5000 } });
  const keys = Array.from({ length: 3000 }, (_, i) => `k${String(i).padStart(4, "0")}`);
  for (const key of [...keys].reverse()) await store.put(key, "small");

  await store.put("😀", "small");

  expect((await store.list("")).records.map((one) => one.key)).toEqual([...keys, "😀"]);
});

test("a cursor of another prefix is refused", async () => {
  const store = memoryStore({ limits: { pageSize: 1 } });
  await store.put("a/1", 1);
  await store.put("a/2", 2);
  const { cursor } = await store.list("a/");

  const error = await store.list("b/", cursor).catch((reason: unknown) => reason);

  expect(store.classify(error)).toBe("invalid");
});

test.each([59, 1.5, -60, Number.NaN, Number.POSITIVE_INFINITY])(
  "a lifetime of %d seconds is refused",
  async (seconds) => {
    const store = memoryStore();

    await expect(store.put("key", "value", { expirationTtl: seconds })).rejects.toThrow(
      "`expirationTtl`",
    );
    expect(await store.get("key")).toBeUndefined();
  },
);

test("what has no JSON form is refused", async () => {
  const store = memoryStore();
  const loop: { self?: unknown } = {};
  loop.self = loop;

  for (const value of [undefined, () => 1, loop] as never[]) {
    const error = await store.put("key", value).catch((reason: unknown) => reason);
    expect(store.classify(error)).toBe("invalid");
  }
});

test("limits can be set one by one", () => {
  const { limits } = memoryStore({ limits: { pageSize: 10 } });

  expect(limits).toMatchObject({ pageSize: 10, keyBytes: 512, inlineBytes: 1024 });
});

test("a quarter of a million keys are listed in order while more come in", async () => {
  const store = memoryStore();
  const key = (i: number) => `list/${String((i * 7919) % 250_007).padStart(7, "0")}`;
  for (let i = 0; i < 250_000; i++) await store.put(key(i), i);

  let last = "";
  let seen = 0;
  let cursor: string | undefined;
  let inOrder = true;
  do {
    const page = await store.list("list/", cursor);
    for (const one of page.records) {
      inOrder &&= one.key > last;
      last = one.key;
    }
    seen += page.records.length;
    await store.put(`list/-${seen}`, "behind the cursor");
    cursor = page.cursor;
  } while (cursor !== undefined);

  expect({ seen, inOrder }).toEqual({ seen: 250_000, inOrder: true });
}, 30_000);
