import { expectSame, expectThat } from "./expectations.ts";
import { orderedLabels, recordOfBytes } from "./samples.ts";
import { checksOf } from "./scene.ts";
import type { RecordStoreCheck, StoreSetup, StoreTraits } from "./store-under-test.ts";

/** A listing followed to its end has exactly the keys that start with the prefix, in order. */
export function lists(setup: StoreSetup, traits: StoreTraits): RecordStoreCheck[] {
  const check = checksOf("lists", setup, traits);
  const ridesAlong = traits.smallRecords === "with-the-listing";

  return [
    check(
      "a prefix that nothing starts with lists nothing and is complete",
      async ({ put, listed }) => {
        await put("list/e/one", 1);
        expectSame(await listed("other/"), [], "listing");
      },
    ),

    check("the list `a/` isn't the list `ab`, `a` or `a:`", async ({ putAll, listed }) => {
      await putAll(["a", "a/1", "a/2", "a:1", "a0", "ab", "ab/1", "A/1", "b/1"], "small");
      expectSame(
        (await listed("a/")).map((one) => one.key),
        ["a/1", "a/2"],
        "keys under `a/`",
      );
    }),

    check("a prefix is plain text, no pattern", async ({ putAll, listed }) => {
      await putAll(["p_1/x", "pa1/x", "p%1/x", "p.1/x", "p*1/x"], "small");
      for (const prefix of ["p_1/", "p.1/", "p*1/"]) {
        expectSame(
          (await listed(prefix)).map((one) => one.key),
          [`${prefix}x`],
          `keys under "${prefix}"`,
        );
      }
    }),

    check(
      "every page is reached, and every key comes once, in the order of bytes",
      async (scene) => {
        const { pageSize } = scene.store.limits;
        const keys = orderedLabels(2 * pageSize + 1).map((label) => `list/e/${label}`);
        await scene.putAll([...keys].reverse(), "small");
        const pages = await scene.pages("list/");
        expectSame(
          pages.flatMap((page) => page.records).map((one) => one.key),
          keys,
          "keys",
        );
        expectThat(
          pages.every((page) => page.records.length <= pageSize),
          `pages have at most ${pageSize} records`,
        );
      },
    ),

    check(
      "keys are in the order of bytes: digits, capitals, underscore, small letters",
      async ({ putAll, listed }) => {
        const keys = ["--", "-z", "0-", "09", "9_", "A0", "Z-", "_9", "aZ", "a_", "aa", "z-"].map(
          (label) => `list/e/${label}`,
        );
        await putAll([...keys].reverse(), "small");
        expectSame(
          (await listed("list/")).map((one) => one.key),
          keys,
          "keys",
        );
      },
    ),

    check(
      "what is left after many deletes is found",
      async ({ store, putAll, deleteAll, listed }) => {
        const keys = orderedLabels(store.limits.pageSize + 3).map((label) => `list/e/${label}`);
        await putAll(keys, "small");
        const all = await listed("list/");
        await deleteAll(all.slice(0, -3).map((one) => one.ref));
        expectSame(
          (await listed("list/")).map((one) => one.key),
          keys.slice(-3),
          "keys",
        );
      },
    ),

    check(
      "a listing goes on after the key it stopped at is deleted",
      async ({ store, putAll, deleteAll, pages }) => {
        const keys = orderedLabels(store.limits.pageSize + 3).map((label) => `list/e/${label}`);
        await putAll(keys, "small");
        const first = await store.list("list/");
        const stoppedAt = first.records[first.records.length - 1];
        await deleteAll(stoppedAt === undefined ? [] : [stoppedAt.ref]);
        const rest = await pages("list/", first.cursor);
        const found = [first, ...rest].flatMap((page) => page.records).map((one) => one.key);
        expectSame(found, keys, "keys");
      },
    ),

    check(
      `a small record comes ${ridesAlong ? "with the listing" : "by get only"}`,
      async ({ put, find }) => {
        await put("list/e/one", { values: ["ada"] });
        const expected = ridesAlong ? { values: ["ada"] } : undefined;
        expectSame((await find("list/e/one")).record, expected, "record in the listing");
      },
    ),

    check(
      "a record that was kept out of the listing doesn't come with it",
      async ({ put, find }) => {
        await put("list/h", "kept out", { inline: false });
        expectSame((await find("list/h")).record, undefined, "record in the listing");
      },
    ),

    check(
      "a record above the inline limit doesn't come with the listing",
      async ({ store, put, find }) => {
        await put("list/e/large", recordOfBytes(store.limits.inlineBytes + 3));
        expectSame((await find("list/e/large")).record, undefined, "record in the listing");
      },
    ),

    check(
      "every listed ref gets the record that belongs to its key",
      async ({ store, put, listed, read }) => {
        const large = recordOfBytes(store.limits.inlineBytes + 3);
        await put("list/e/small", "small");
        await put("list/e/large", large);
        const records = await listed("list/");
        expectSame(
          records.map((one) => one.key),
          ["list/e/large", "list/e/small"],
          "keys",
        );
        expectSame(await Promise.all(records.map(read)), [large, "small"], "records");
        expectSame(
          await Promise.all(records.map((one) => store.get(one.ref))),
          [large, "small"],
          "gets",
        );
      },
    ),

    check(
      `refs ${traits.refs === "are-keys" ? "are keys" : "of small records are their own"}`,
      async ({ put, find }) => {
        await put("list/e/one", "small");
        const { key, ref } = await find("list/e/one");
        expectSame(ref === key, traits.refs === "are-keys", "ref equals key");
      },
    ),
  ];
}
