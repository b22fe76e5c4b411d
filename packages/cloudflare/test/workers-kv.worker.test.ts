import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describeRecordStore, watchBinding } from "@shardlist/core/testing";
import { beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import { type KVNamespaceLike, workersKV } from "../src/index.ts";
import { WORKERS_KV_ERRORS } from "./support/workers-kv-errors.ts";

beforeEach(reset);

describeRecordStore(
  "workersKV",
  () => {
    const { binding, calls, failNext } = watchBinding(env.LISTS);
    return { store: workersKV(binding), calls, failNext };
  },
  { smallRecords: "with-the-listing", refs: "are-keys", bulkGets: true, errors: WORKERS_KV_ERRORS },
  { describe, test: (name, body) => test(name, { timeout: 60_000 }, body) },
);

test("the runtime's own binding is what workersKV asks for", () => {
  expectTypeOf<KVNamespace>().toExtend<KVNamespaceLike>();
});

describe("records that ride with the listing", () => {
  test.each([
    ["ASCII", "x".repeat(1022)],
    ["characters of two, three and four bytes", `${"é€😀".repeat(113)}xxxxx`],
    ["escaped characters", `${'"'.repeat(510)}xx`],
    ["lone surrogates", `${"\ud83d".repeat(170)}xx`],
  ])("1,024 bytes of JSON are stored, and 1,025 go to the value: %s", async (_, record) => {
    const store = workersKV(env.LISTS);

    await store.put("list/fits", record);
    await store.put("list/over", `${record}x`);

    expect((await store.list("list/")).records).toEqual([
      { key: "list/fits", ref: "list/fits", record },
      { key: "list/over", ref: "list/over" },
    ]);
    expect(await store.get("list/fits")).toBe(record);
    expect(await store.get("list/over")).toBe(`${record}x`);
    await expect(env.LISTS.put("list/over", "", { metadata: `${record}x` })).rejects.toThrow(
      "exceeds limit of 1024",
    );
  });

  test.each([
    [0],
    [42],
    ["0"],
    ["42"],
    [""],
    ["\u0000\u007f\u2028\r\n"],
    [true],
    [false],
    [[]],
    [{}],
    [[null]],
    [{ v: "0" }],
    [{ __proto__: 1, constructor: 2 }],
    [{ ["__proto__"]: 1 }],
  ])("%j comes back from the listing, from a get and from a bulk get", async (record) => {
    const store = workersKV(env.LISTS);

    await store.put("list/a", record);

    expect((await store.list("list/")).records).toEqual([{ key: "list/a", ref: "list/a", record }]);
    expect(await store.get("list/a")).toEqual(record);
    expect(await store.getMany?.(["list/a"])).toEqual(new Map([["list/a", record]]));
  });

  test("null comes back from a get, since metadata can't hold it", async () => {
    const store = workersKV(env.LISTS);

    await store.put("list/a", null);

    expect((await store.list("list/")).records).toEqual([{ key: "list/a", ref: "list/a" }]);
    expect(await store.get("list/a")).toBe(null);
    expect(await store.getMany?.(["list/a"])).toEqual(new Map([["list/a", null]]));
  });

  test("a record that replaces a smaller one no longer rides", async () => {
    const store = workersKV(env.LISTS);

    await store.put("list/a", "small");
    await store.put("list/a", "large", { inline: false });

    expect((await store.list("list/")).records).toEqual([{ key: "list/a", ref: "list/a" }]);
    expect(await store.get("list/a")).toBe("large");
  });
});

test("a hundred keys are read at once, and a missing one is undefined", async () => {
  const store = workersKV(env.LISTS);
  const keys = Array.from({ length: 100 }, (_, index) => `list/${index}`);
  for (const key of keys.slice(1)) await store.put(key, key);

  const found = await store.getMany?.(keys);

  expect([...(found ?? [])]).toEqual(
    keys.map((key, index) => [key, index === 0 ? undefined : key]),
  );
});

test("a key that the bulk get loses is absent, and a single get finds it", async () => {
  const store = workersKV(env.LISTS);
  await store.put("42", "here");
  await store.put("list/42", "here");

  expect(await store.getMany?.(["42", "list/42"])).toEqual(new Map([["list/42", "here"]]));
  expect(await store.get("42")).toBe("here");
});

test("a lifetime reaches the store", async () => {
  await workersKV(env.LISTS).put("list/h", 1, { expirationTtl: 60 });

  expect((await env.LISTS.list()).keys[0]?.expiration).toBeGreaterThan(Date.now() / 1000 + 50);
});

describe("what the binding itself refuses is classified as invalid", () => {
  const store = () => workersKV(env.LISTS);
  const longKey = "k".repeat(513);
  const detached = (): Promise<string | null> => {
    const { get } = env.LISTS;
    return get("list/a", "text");
  };
  const cases: readonly (readonly [
    what: string,
    message: string,
    call: () => Promise<unknown> | undefined,
  ])[] = [
    [
      "a get of a key of 513 bytes",
      "KV GET failed: 414 UTF-8 encoded length of 513 exceeds key length limit of 512.",
      () => env.LISTS.get(longKey, "text"),
    ],
    [
      "a delete of a key of 513 bytes",
      "KV DELETE failed: 414 UTF-8 encoded length of 513 exceeds key length limit of 512.",
      () => env.LISTS.delete(longKey),
    ],
    [
      "a bulk get of a key of 513 bytes",
      "KV GET_BULK failed: 414",
      () => store().getMany?.([longKey]),
    ],
    ["a put of an empty key", "Key name cannot be empty.", () => env.LISTS.put("", "1")],
    ["a put of the key `.`", '"." is not allowed as a key name.', () => env.LISTS.put(".", "1")],
    [
      "a bulk get of 101 keys",
      "KV GET_BULK failed: 400 You can request a maximum of 100 keys",
      () => store().getMany?.(Array.from({ length: 101 }, (_, n) => `k${n}`)),
    ],
    [
      "a lifetime of 59 seconds",
      "KV PUT failed: 400 Invalid expiration_ttl of 59.",
      () => store().put("list/a", 1, { expirationTtl: 59 }),
    ],
    ["a listing of a prefix of 513 bytes", "KV GET failed: 414", () => store().list(longKey)],
    [
      "a value of more than 25 MiB",
      "KV PUT failed: 413 Value length of 26214401 exceeds limit of 26214400.",
      () => env.LISTS.put("list/a", "x".repeat(26_214_401)),
    ],
    [
      "metadata of 1,025 bytes",
      "KV PUT failed: 413 Metadata length of 1025 exceeds limit of 1024.",
      () => env.LISTS.put("list/a", "", { metadata: "x".repeat(1023) }),
    ],
    [
      "a bulk get of no keys",
      "KV GET_BULK failed: 400 You must request a minimum of 1 key",
      () => env.LISTS.get([], "text"),
    ],
    [
      "a lone surrogate in a key",
      "KV PUT failed: 400 Could not URL-decode key name",
      () => store().put("\ud83d", 1),
    ],
    ["a method called without its binding", "Illegal invocation", detached],
  ];

  test.each(cases)("%s", async (_, message, call) => {
    const error = await (async () => call())().catch((caught: unknown) => caught);

    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toContain(message);
    expect(store().classify(error)).toBe("invalid");
  });

  test("a bulk get of more than 25 MB, of which each half still works", async () => {
    const keys = ["list/a", "list/b"];
    for (const key of keys) await store().put(key, "x".repeat(14_000_000));

    const error = await store()
      .getMany?.(keys)
      .catch((caught: unknown) => caught);

    expect((error as Error).message).toBe(
      "KV GET_BULK failed: 413 Total size of request exceeds the limit of 25MB",
    );
    expect(store().classify(error)).toBe("invalid");
    expect((await store().getMany?.(["list/a"]))?.get("list/a")).toHaveLength(14_000_000);
  });
});
