import { ListError, type RecordStore } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { type KVNamespaceLike, workersKV } from "../src/index.ts";
import { fakeKV } from "./support/fake-kv.ts";

describe("puts", () => {
  test("a small record is one put of a value and of metadata", async () => {
    const { binding, calls } = fakeKV();

    await workersKV(binding).put("list/a", { v: ["é"] });

    expect(calls).toEqual([["put", "list/a", '{"v":["é"]}', { metadata: { v: ["é"] } }]]);
  });

  test("a record of more than 1,024 bytes of JSON is a value alone", async () => {
    const { binding, calls } = fakeKV();
    const largest = "é".repeat(511); // two bytes each, and two quotes
    const tooLarge = `${largest}x`;

    await workersKV(binding).put("list/a", largest);
    await workersKV(binding).put("list/b", tooLarge);

    expect(calls).toEqual([
      ["put", "list/a", JSON.stringify(largest), { metadata: largest }],
      ["put", "list/b", JSON.stringify(tooLarge), {}],
    ]);
  });

  test("a record kept out of the listing has no metadata", async () => {
    const { binding, calls } = fakeKV();

    await workersKV(binding).put("list/h", { segments: [] }, { inline: false, expirationTtl: 60 });

    expect(calls).toEqual([["put", "list/h", '{"segments":[]}', { expirationTtl: 60 }]]);
  });

  test("a record of more than 25 MiB is refused before any call", async () => {
    const { binding, calls } = fakeKV();
    const store = workersKV(binding);
    const error = await store
      .put("list/a", "x".repeat(store.limits.valueBytes - 1))
      .catch((caught: unknown) => caught);

    expect(error).toMatchObject({
      code: "value-too-large",
      message: "the record has 26214401 bytes, 26214400 are allowed: split the value",
    });
    expect(store.classify(error)).toBe("invalid");
    expect(calls).toEqual([]);
  });

  test("a key of more than 512 bytes is refused before any call", async () => {
    const { binding, calls } = fakeKV();
    const store = workersKV(binding);
    const error = await store.put(`${"é".repeat(256)}x`, 1).catch((caught: unknown) => caught);

    expect(error).toMatchObject({ code: "invalid-name" });
    expect(store.classify(error)).toBe("invalid");
    expect(calls).toEqual([]);
  });
});

describe("gets", () => {
  test("a record is one get, whether or not it rides with the listing", async () => {
    const { binding, calls } = fakeKV();
    const store = workersKV(binding);
    await store.put("list/a", { n: 1 });
    await store.put("list/b", { n: 2 }, { inline: false });
    calls.length = 0;

    expect([
      await store.get("list/a"),
      await store.get("list/b"),
      await store.get("list/c"),
    ]).toEqual([{ n: 1 }, { n: 2 }, undefined]);
    expect(calls).toEqual([
      ["get", "list/a", "text"],
      ["get", "list/b", "text"],
      ["get", "list/c", "text"],
    ]);
  });

  test("text that isn't JSON comes back as it is", async () => {
    const { binding } = fakeKV();
    await binding.put("list/a", "not json", {});

    expect(await workersKV(binding).get("list/a")).toBe("not json");
    expect(await workersKV(binding).getMany?.(["list/a"])).toEqual(
      new Map([["list/a", "not json"]]),
    );
  });

  test("a hundred records are one bulk get, with undefined for what is missing", async () => {
    const { binding, calls } = fakeKV();
    const store = workersKV(binding);
    await store.put("list/1", 1);
    await store.put("list/2", null);
    calls.length = 0;

    const found = await store.getMany?.(["list/1", "list/2", "list/3"]);

    expect([...(found ?? [])]).toEqual([
      ["list/1", 1],
      ["list/2", null],
      ["list/3", undefined],
    ]);
    expect(calls).toEqual([["get", ["list/1", "list/2", "list/3"], "text"]]);
  });

  test("a key that the bulk get lost is absent, not missing", async () => {
    const { binding } = fakeKV();
    const store = workersKV(binding);
    await store.put("42", "here");

    expect((await store.getMany?.(["42"]))?.has("42")).toBe(false);
    expect(await store.get("42")).toBe("here");
  });

  test("no keys are no call", async () => {
    const { binding, calls } = fakeKV();

    expect(await workersKV(binding).getMany?.([])).toEqual(new Map());
    expect(calls).toEqual([]);
  });
});

describe("lists", () => {
  test("every page asks for 1,000 keys and repeats the prefix", async () => {
    const { binding, calls } = fakeKV();
    const store = workersKV(binding);
    for (const name of ["a/", "ab/"]) await putNumbers(binding, name, 2500);
    calls.length = 0;

    expect(await listAll(store, "a/")).toHaveLength(2500);
    expect(calls).toEqual([
      ["list", { prefix: "a/", limit: 1000 }],
      ["list", { prefix: "a/", limit: 1000, cursor: "after-a/0999" }],
      ["list", { prefix: "a/", limit: 1000, cursor: "after-a/1999" }],
    ]);
  });

  test("small records come with the page, others don't", async () => {
    const { binding } = fakeKV();
    const store = workersKV(binding);
    await store.put("list/a", { n: 1 });
    await store.put("list/b", { n: 2 }, { inline: false });
    await store.put("list/c", 0);
    await store.put("list/d", null);

    expect((await store.list("list/")).records).toEqual([
      { key: "list/a", ref: "list/a", record: { n: 1 } },
      { key: "list/b", ref: "list/b" },
      { key: "list/c", ref: "list/c", record: 0 },
      { key: "list/d", ref: "list/d" },
    ]);
  });

  test("an empty page isn't the end", async () => {
    const { binding, calls } = fakeKV({ emptyPages: 5 });
    const store = workersKV(binding);
    await putNumbers(binding, "list/", 100);
    calls.length = 0;

    expect(await listAll(store, "list/")).toHaveLength(100);
    expect(calls).toHaveLength(6);
  });

  test.each([{ cursor: "" }, { cursor: null }, { cursor: undefined }, {}, { cursor: "left over" }])(
    "a last page with %o is the last",
    async (lastCursor) => {
      const { binding, calls } = fakeKV({ lastCursor });
      const store = workersKV(binding);
      await putNumbers(binding, "list/", 2500);
      calls.length = 0;

      expect(new Set(await listAll(store, "list/")).size).toBe(2500);
      expect(calls).toHaveLength(3);
      expect(await store.list("nothing/")).toEqual({ records: [] });
    },
  );

  test.each([{ cursor: "" }, { cursor: null }, { cursor: undefined }, {}])(
    "a page that isn't the last is refused with %o",
    async (cursor) => {
      const { binding } = fakeKV();
      const broken: KVNamespaceLike = {
        ...binding,
        list: async () => ({ keys: [{ name: "list/a" }], list_complete: false, ...cursor }),
      };

      await expect(workersKV(broken).list("list/")).rejects.toThrow("gave no cursor");
    },
  );
});

describe("failures", () => {
  test("an error of the binding is passed on as it is, also one that is thrown at once", async () => {
    const cause = new Error("KV GET failed: 503 Service Unavailable");
    const fail = (): never => {
      throw cause;
    };
    const store = workersKV({ put: fail, get: fail, delete: fail, list: fail });

    for (const call of [
      () => store.put("a", 1),
      () => store.get("a"),
      () => store.getMany?.(["a"]),
      () => store.delete("a"),
      () => store.list("a"),
    ]) {
      await expect(call()).rejects.toBe(cause);
    }
  });

  test("a binding that isn't there is refused by name", () => {
    for (const missing of [undefined, null, "LISTS", {}]) {
      expect(() => workersKV(missing as unknown as KVNamespaceLike)).toThrow(ListError);
      expect(() => workersKV(missing as unknown as KVNamespaceLike)).toThrow("`namespace`");
    }
  });

  test("an operation budget that can't work is refused by name", () => {
    const { binding } = fakeKV();
    for (const operationsPerInvocation of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => workersKV(binding, { operationsPerInvocation })).toThrow(
        "`operationsPerInvocation`",
      );
    }
  });

  test("the operation budget can be raised, and undefined means the default", () => {
    const { binding } = fakeKV();

    expect(
      workersKV(binding, { operationsPerInvocation: 10_000 }).limits.operationsPerInvocation,
    ).toBe(10_000);
    expect(
      workersKV(binding, { operationsPerInvocation: undefined }).limits.operationsPerInvocation,
    ).toBe(900);
  });
});

async function putNumbers(binding: KVNamespaceLike, prefix: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++)
    await binding.put(`${prefix}${String(n).padStart(4, "0")}`, "1", { metadata: 1 });
}

/** The keys of every page. A listing that goes on for longer than any here is stopped. */
async function listAll(store: RecordStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 10; pages++) {
    const page = await store.list(prefix, cursor);
    keys.push(...page.records.map((record) => record.key));
    cursor = page.cursor;
    if (cursor === undefined) return keys;
  }
  throw new Error("the listing has no end");
}
