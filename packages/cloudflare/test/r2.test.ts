import { describe, expect, test } from "vitest";
import { type R2BucketLike, r2 } from "../src/index.ts";
import { fakeR2 } from "./support/fake-r2.ts";

describe("puts", () => {
  test("a small record is one put of a body and of metadata in ASCII", async () => {
    const { binding, calls } = fakeR2();

    await r2(binding).put("list/a", { v: "é😀" });

    const customMetadata = { record: '{"v":"\\u00e9\\ud83d\\ude00"}' };
    expect(calls).toEqual([["put", "list/a", '{"v":"é😀"}', { customMetadata }]]);
  });

  test("a record of more than 2,048 bytes, or one kept out of the listing, has no metadata", async () => {
    const { binding, calls } = fakeR2();
    const largest = "x".repeat(2046);

    await r2(binding).put("list/a", largest);
    await r2(binding).put("list/b", `${largest}x`);
    await r2(binding).put("list/c", 1, { inline: false, expirationTtl: 60 });

    expect(calls).toEqual([
      [
        "put",
        "list/a",
        JSON.stringify(largest),
        { customMetadata: { record: JSON.stringify(largest) } },
      ],
      ["put", "list/b", JSON.stringify(`${largest}x`), { customMetadata: {} }],
      ["put", "list/c", "1", { customMetadata: {} }],
    ]);
  });

  test.each(["é", "€", "😀", '"', "\\", "\n", "\u2028"])(
    "the most that rides fits R2's 8,192 bytes of metadata when it is all %j",
    async (character) => {
      const { binding, stored } = fakeR2();
      const store = r2(binding);
      const bytesEach = new TextEncoder().encode(JSON.stringify(character)).length - 2;

      await store.put(
        "list/a",
        character.repeat(Math.floor((store.limits.inlineBytes - 2) / bytesEach)),
      );

      const { record = "" } = stored.get("list/a")?.customMetadata ?? {};
      expect(record).toMatch(/^[\x20-\x7f]+$/);
      expect("record".length + record.length).toBeLessThanOrEqual(8192);
    },
  );

  test("a key of more than 1,024 bytes and a record of more than 25 MiB are refused before any call", async () => {
    const { binding, calls } = fakeR2();
    const store = r2(binding);

    await expect(store.put("k".repeat(1025), 1)).rejects.toMatchObject({ code: "invalid-name" });
    await expect(store.put("list/a", "x".repeat(store.limits.valueBytes))).rejects.toMatchObject({
      code: "value-too-large",
    });
    expect(calls).toEqual([]);
  });
});

describe("lists", () => {
  test("records come with the page, and a short page isn't the end", async () => {
    const { binding, calls } = fakeR2({ pageSize: 2 });
    const store = r2(binding);
    await store.put("list/a", { v: "é" });
    await store.put("list/b", 2, { inline: false });
    await store.put("list/c", null);
    await store.put("other/a", 4);
    calls.length = 0;

    const first = await store.list("list/");
    const second = await store.list("list/", first.cursor);

    expect(first.records).toEqual([
      { key: "list/a", ref: "list/a", record: { v: "é" } },
      { key: "list/b", ref: "list/b" },
    ]);
    expect(second).toEqual({ records: [{ key: "list/c", ref: "list/c", record: null }] });
    expect(calls).toEqual([
      ["list", { prefix: "list/", limit: 1000, include: ["customMetadata"] }],
      ["list", { prefix: "list/", limit: 1000, include: ["customMetadata"], cursor: "list/b" }],
    ]);
  });

  test.each([{ cursor: "" }, { cursor: null }, { cursor: undefined }, {}])(
    "%o ends a listing that isn't truncated, and no other",
    async (cursor) => {
      const { binding } = fakeR2();
      const answering = (truncated: boolean): R2BucketLike => ({
        ...binding,
        list: async () => ({ objects: [], truncated, ...cursor }),
      });

      expect(await r2(answering(false)).list("list/")).toEqual({ records: [] });
      await expect(r2(answering(true)).list("list/")).rejects.toThrow("gave no cursor");
    },
  );
});

test("an error of the binding is passed on as it is, also one that is thrown at once", async () => {
  const cause = new Error("put: We encountered an internal error. Please try again. (10001)");
  const fail = (): never => {
    throw cause;
  };
  const store = r2({ put: fail, get: fail, delete: fail, list: fail });

  for (const call of [
    () => store.put("a", 1),
    () => store.get("a"),
    () => store.delete("a"),
    () => store.list("a"),
  ]) {
    await expect(call()).rejects.toBe(cause);
  }
});

test("a binding that isn't there, or an operation budget that can't work, is refused by name", () => {
  expect(() => r2(undefined as unknown as R2BucketLike)).toThrow("`bucket`");
  expect(() => r2(fakeR2().binding, { operationsPerInvocation: 0 })).toThrow(
    "`operationsPerInvocation`",
  );
});
