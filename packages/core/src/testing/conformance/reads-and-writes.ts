import { expectSame, expectThat } from "./expectations.ts";
import { recordOfBytes, SAMPLES } from "./samples.ts";
import { checksOf } from "./scene.ts";
import type { RecordStoreCheck, StoreSetup, StoreTraits } from "./store-under-test.ts";

/** What is put comes back, what is deleted doesn't. */
export function readsAndWrites(setup: StoreSetup, traits: StoreTraits): RecordStoreCheck[] {
  const check = checksOf("reads and writes", setup, traits);

  return [
    check("a key that was never put is undefined", async ({ store }) => {
      expectSame(await store.get("nothing/here"), undefined, "get");
    }),

    ...SAMPLES.flatMap(({ what, record }) => [
      check(`${what} comes back from a listing as it was put`, async ({ put, find, read }) => {
        await put("list/e/one", record);
        expectSame(await read(await find("list/e/one")), record, what);
      }),
      check(`${what} comes back from a get as it was put`, async ({ store, put }) => {
        await put("list/h", record, { inline: false });
        expectSame(await store.get("list/h"), record, what);
      }),
    ]),

    check(
      "a record too large for a listing comes back whole",
      async ({ store, put, find, read }) => {
        const record = { text: recordOfBytes(store.limits.inlineBytes + 5000) };
        await put("list/e/large", record);
        expectSame(await read(await find("list/e/large")), record, "the record");
      },
    ),

    check(
      "changing an object after it was put doesn't change the record",
      async ({ store, put, find, read }) => {
        const record = { values: ["as it was"] };
        const stored = store.put("list/e/one", record);
        record.values.push("added later");
        await stored;
        await put("list/e/two", "another");
        expectSame(await read(await find("list/e/one")), { values: ["as it was"] }, "the record");
      },
    ),

    check("changing an object that was read doesn't change the record", async ({ store, put }) => {
      await put("list/h", { values: ["as it was"] }, { inline: false });
      const first = (await store.get("list/h")) as { values: string[] };
      first.values.push("added later");
      expectSame(await store.get("list/h"), { values: ["as it was"] }, "the record");
    }),

    check(
      "a record that is kept out of the listing is found by its key and replaced by the next",
      async (scene) => {
        await scene.put("list/h", { pass: 1 }, { inline: false });
        await scene.put("list/h", { pass: 2 }, { inline: false });
        expectSame(await scene.store.get("list/h"), { pass: 2 }, "get");
        expectSame((await scene.find("list/h")).ref, "list/h", "ref");
      },
    ),

    check("the same put made twice is one record", async ({ put, listed, read }) => {
      await put("list/e/one", { values: [1] });
      await put("list/e/one", { values: [1] });
      const records = await listed("list/");
      expectSame(records.length, 1, "listed records");
      for (const one of records) expectSame(await read(one), { values: [1] }, "the record");
    }),

    check(
      "a deleted record is gone from listings and gets",
      async ({ store, put, find, listed, deleteAll }) => {
        await put("list/e/one", "small");
        await put("list/h", "kept out", { inline: false });
        const one = await find("list/e/one");
        await deleteAll([one.ref, "list/h"]);
        expectSame(await listed("list/"), [], "listing");
        expectSame(
          [await store.get(one.ref), await store.get("list/h")],
          [undefined, undefined],
          "gets",
        );
      },
    ),

    check("deleting twice, or what never was, is no error", async ({ put, find, deleteAll }) => {
      await put("list/e/one", "small");
      const { ref } = await find("list/e/one");
      await deleteAll([ref]);
      await deleteAll([ref]);
      await deleteAll(["list/e/never"]);
    }),

    check("fifty puts at once are all kept", async ({ store, settle, listed }) => {
      const keys = Array.from({ length: 50 }, (_, i) => `list/e/${i}`);
      await Promise.all(keys.map((key) => store.put(key, key)));
      await settle();
      expectSame((await listed("list/")).map((one) => one.key).sort(), keys.sort(), "keys");
    }),

    check(
      "a bulk get answers for every key asked for, the missing ones too",
      async ({ store, put }) => {
        expectSame(store.getMany !== undefined, traits.bulkGets, "has getMany");
        if (store.getMany === undefined) return;
        const there = ["list/h", "list/null", "constructor"];
        await put("list/h", { pass: 1 }, { inline: false });
        await put("list/null", null, { inline: false });
        await put("constructor", 0, { inline: false });
        const found = await store.getMany(["list/missing", ...there]);
        expectThat(found.has("list/missing"), "the map has the missing key");
        expectSame(found.get("list/missing"), undefined, "a missing key");
        expectSame(
          there.map((key) => found.get(key)),
          [{ pass: 1 }, null, 0],
          "records",
        );
      },
    ),

    check("a bulk get takes as many keys as its limit says", async ({ store, put }) => {
      const most = store.limits.bulkGetKeys ?? 100;
      const keys = Array.from({ length: most }, (_, i) => `list/s/${i}`);
      await put("list/s/0", "first", { inline: false });
      expectSame(
        (await store.getMany?.(keys))?.size,
        traits.bulkGets ? most : undefined,
        "answers",
      );
    }),
  ];
}
