import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describeRecordStore, watchBinding } from "@shardlist/core/testing";
import { beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import { type R2BucketLike, r2 } from "../src/index.ts";
import { inTurns } from "./support/in-turns.ts";
import { R2_ERRORS } from "./support/r2-errors.ts";

beforeEach(reset);

describeRecordStore(
  "r2",
  () => {
    const { binding, calls, failNext } = watchBinding(env.BUCKET);
    return { store: r2(binding), calls, failNext };
  },
  { smallRecords: "with-the-listing", refs: "are-keys", bulkGets: false, errors: R2_ERRORS },
  { describe, test: (name, body) => test(name, { timeout: 60_000 }, body) },
);

test("the runtime's own binding is what r2 asks for", () => {
  expectTypeOf<R2Bucket>().toExtend<R2BucketLike>();
});

test.each([
  ["ASCII", "x".repeat(2046)],
  ["two-byte characters", "é".repeat(1023)],
  ["three-byte characters", "€".repeat(682)],
  ["four-byte characters", `${"😀".repeat(511)}xx`],
  ["escaped characters", '"'.repeat(1023)],
  ["lone surrogates", "\ud83d".repeat(341)],
])("2,048 bytes of JSON ride with the listing, and 2,049 don't: %s", async (_, record) => {
  const store = r2(env.BUCKET);

  await store.put("list/fits", record);
  await store.put("list/over", `${record}x`);

  expect((await store.list("list/")).records).toEqual([
    { key: "list/fits", ref: "list/fits", record },
    { key: "list/over", ref: "list/over" },
  ]);
  expect(await store.get("list/fits")).toBe(record);
  expect(await store.get("list/over")).toBe(`${record}x`);
});

test.each([
  [0],
  ["0"],
  ["42"],
  [""],
  ["\u0000\u007f\u2028\r\n"],
  [false],
  [null],
  [[]],
  [{}],
  [{ ["__proto__"]: 1 }],
])("%j comes back from the listing and from a get", async (record) => {
  const store = r2(env.BUCKET);

  await store.put("list/a", record);

  expect((await store.list("list/")).records).toEqual([{ key: "list/a", ref: "list/a", record }]);
  expect(await store.get("list/a")).toEqual(record);
});

test("a record that replaces a smaller one no longer rides", async () => {
  const store = r2(env.BUCKET);

  await store.put("list/a", "small");
  await store.put("list/a", "large", { inline: false });

  expect((await store.list("list/")).records).toEqual([{ key: "list/a", ref: "list/a" }]);
  expect(await store.get("list/a")).toBe("large");
});

test("a missing key is undefined, and deleting it is no error", async () => {
  const store = r2(env.BUCKET);
  await store.put("list/a", 1);

  await store.delete("list/a");
  await store.delete("list/a");

  expect(await store.get("list/a")).toBe(undefined);
  expect(await store.list("list/")).toEqual({ records: [] });
});

test("records of 2,048 bytes come back however many fit on a page", {
  timeout: 30_000,
}, async () => {
  const store = r2(env.BUCKET);
  const record = "é".repeat(1023);
  await inTurns(1001, (index) => store.put(`a/${String(index).padStart(4, "0")}`, record));
  await store.put("ab/0", record);

  const keys: string[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const page = await store.list("a/", cursor === "" ? undefined : cursor);
    keys.push(
      ...page.records.filter((listed) => listed.record === record).map((listed) => listed.key),
    );
    cursor = page.cursor;
  }

  expect(keys).toEqual(
    Array.from({ length: 1001 }, (_, index) => `a/${String(index).padStart(4, "0")}`),
  );
});

describe("what the binding itself refuses is classified as invalid", () => {
  const store = () => r2(env.BUCKET);
  const cases: readonly (readonly [what: string, message: string, call: () => Promise<unknown>])[] =
    [
      ["a get of a key of 1,025 bytes", "(10020)", () => env.BUCKET.get("k".repeat(1025))],
      [
        "metadata of more than 8,192 bytes",
        "(10012)",
        () => env.BUCKET.put("list/a", "", { customMetadata: { record: "x".repeat(8200) } }),
      ],
    ];

  test.each(cases)("%s", async (_, message, call) => {
    const error = await call().catch((caught: unknown) => caught);

    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toContain(message);
    expect(store().classify(error)).toBe("invalid");
  });
});
