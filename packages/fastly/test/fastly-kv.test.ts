import type { RecordStore } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { fastlyKV, type KVStoreLike } from "../src/index.ts";
import { fakeKVStore } from "./support/fake-kv-store.ts";

describe("puts", () => {
  test("a small record rides in its name, and is the value too", async () => {
    const { binding, calls } = fakeKVStore();

    await fastlyKV(binding).put("list/a", { v: ["é?>"] });

    expect(calls).toEqual([["put", "list/a!eyJ2IjpbIsOpPz4iXX0", '{"v":["é?>"]}', {}]]);
  });

  test("the largest record that rides does so behind a key of 56 bytes", async () => {
    const { binding, stored } = fakeKVStore();
    const store = fastlyKV(binding);
    const largest = "x".repeat(store.limits.inlineBytes - 2);

    await store.put("a".repeat(56), largest);
    await store.put("b".repeat(56), `${largest}x`);
    await store.put("c".repeat(58), largest);

    expect([...stored.keys()].map((name) => name.includes("!"))).toEqual([true, false, false]);
    expect(Math.max(...[...stored.keys()].map((name) => name.length))).toBeLessThanOrEqual(490);
  });

  test("a longer name carries a larger record, up to 1,024 bytes in all", async () => {
    const { binding, stored } = fakeKVStore();
    const store = fastlyKV(binding, { nameBytes: 1024 });

    await store.put("a".repeat(56), "x".repeat(store.limits.inlineBytes - 2));

    expect([...stored.keys()].map((name) => name.length)).toEqual([1024]);
    expect(store.limits.inlineBytes).toBe(725);
  });

  test("a record kept out of the listing is stored under its plain key", async () => {
    const { binding, calls } = fakeKVStore();
    const store = fastlyKV(binding);

    await store.put("list/h", { segments: [] }, { inline: false, expirationTtl: 60 });

    expect(calls).toEqual([["put", "list/h", '{"segments":[]}', { ttl: 60 }]]);
    expect(await store.get("list/h")).toEqual({ segments: [] });
  });

  test.each([
    [650_000, {}],
    [25_000_000, { valueBytes: 25_000_000 }],
  ])(
    "a record of %i bytes is put, a larger one refused before any call",
    async (bytes, options) => {
      const { binding, calls } = fakeKVStore();
      const store = fastlyKV(binding, options);

      await store.put("list/a", "x".repeat(bytes - 2));
      await expect(store.put("list/b", "x".repeat(bytes - 1))).rejects.toMatchObject({
        code: "value-too-large",
      });

      expect(calls.map(([method, key]) => [method, key])).toEqual([["put", "list/a"]]);
    },
  );

  test.each(["", "a!b", "é".repeat(513)])(
    "the key '%s' is refused before any call",
    async (key) => {
      const { binding, calls } = fakeKVStore();

      await expect(fastlyKV(binding).put(key, 1)).rejects.toMatchObject({ code: "invalid-name" });
      expect(calls).toEqual([]);
    },
  );
});

describe("gets and deletes", () => {
  test("a listed record is got and deleted by its ref", async () => {
    const { binding } = fakeKVStore();
    const store = fastlyKV(binding);
    await store.put("list/a", { n: 1 });
    const [listed] = (await store.list("list/")).records;
    const ref = listed?.ref ?? "";

    expect(await store.get(ref)).toEqual({ n: 1 });
    await store.delete(ref);
    expect(await store.get(ref)).toBeUndefined();
  });

  test("text that isn't JSON comes back as it is", async () => {
    const { binding, stored } = fakeKVStore();
    stored.set("list/a", "not json");

    expect(await fastlyKV(binding).get("list/a")).toBe("not json");
  });

  test("deleting what is gone is no error, any other refusal is", async () => {
    const { binding } = fakeKVStore();
    const refusing: KVStoreLike = {
      ...binding,
      delete: async () => Promise.reject(new TypeError("KVStore delete: Too many requests.")),
    };

    await expect(fastlyKV(binding).delete("list/gone")).resolves.toBeUndefined();
    await expect(fastlyKV(refusing).delete("list/gone")).rejects.toThrow("Too many requests");
  });
});

describe("misuse", () => {
  test("whatever the runtime throws on the spot arrives as a rejection", async () => {
    const throwing = () => {
      throw new TypeError("thrown on the spot");
    };
    const store = fastlyKV({ put: throwing, get: throwing, delete: throwing, list: throwing });
    const calls: ((store: RecordStore) => Promise<unknown>)[] = [
      (s) => s.put("a", 1),
      (s) => s.get("a"),
      (s) => s.delete("a"),
      (s) => s.list("a"),
    ];

    for (const call of calls) await expect(call(store)).rejects.toThrow("thrown on the spot");
  });

  test("a runtime too old to list is refused, naming the version needed", () => {
    const { put, get } = fakeKVStore().binding;

    expect(() => fastlyKV({ put, get } as unknown as KVStoreLike)).toThrow(
      "`list`: build with @fastly/js-compute 3.26.0 or newer",
    );
    expect(() => fastlyKV(undefined as unknown as KVStoreLike)).toThrow(
      "`store` must be a `new KVStore(name)`",
    );
  });

  test.each([
    { operationsPerInvocation: 0 },
    { valueBytes: 25_000_001 },
    { nameBytes: 1025 },
    { nameBytes: 0.5 },
    { consistency: "stronger" as "strong" },
  ])("the options %j are refused, naming the one at fault", (options) => {
    const [name] = Object.keys(options);

    expect(() => fastlyKV(fakeKVStore().binding, options)).toThrow(`\`${name}\``);
  });
});
