import { describe, expect, test } from "vitest";
import { fastlyKV } from "../src/index.ts";
import { fakeKVStore } from "./support/fake-kv-store.ts";

describe("listings", () => {
  test("records come with the listing in the order of their keys, whether or not they ride", async () => {
    const { binding } = fakeKVStore();
    const store = fastlyKV(binding);
    const large = "x".repeat(1000);
    for (const key of ["l/b", "l/a/1", "l/a-1", "l/a"])
      await store.put(key, key === "l/a" ? large : key);

    const { records } = await store.list("l/");

    expect(records.map(({ key, record }) => [key, record])).toEqual([
      ["l/a", undefined],
      ["l/a-1", "l/a-1"],
      ["l/a/1", "l/a/1"],
      ["l/b", "l/b"],
    ]);
  });

  test("every page is asked for with its prefix and a limit, and never with an empty option", async () => {
    const { binding, calls, stored } = fakeKVStore();
    for (let n = 0; n < 1001; n++) stored.set(`l/${String(n).padStart(4, "0")}`, "1");
    const store = fastlyKV(binding);

    const { cursor } = await store.list("l/");
    await store.list("l/", cursor);
    await store.list("", "");

    expect(calls).toEqual([
      ["list", { limit: 1000, prefix: "l/" }],
      ["list", { limit: 1000, prefix: "l/", cursor }],
      ["list", { limit: 1000 }],
    ]);
  });

  test.each([{ cursor: "" }, { cursor: null }, { cursor: undefined }, {}])(
    "a last page with %j is the last",
    async (lastPage) => {
      const { binding } = fakeKVStore(lastPage);

      expect(await fastlyKV(binding).list("l/")).toEqual({ records: [] });
    },
  );

  test.each(["l/a!not base64", "l/a!*"])(
    "the name %s is somebody else's, and stands for itself",
    async (name) => {
      const { binding, stored } = fakeKVStore();
      stored.set(name, "1");

      expect((await fastlyKV(binding).list("l/")).records).toEqual([{ key: name, ref: name }]);
    },
  );

  test("a listing is strongly consistent unless it is asked for an eventual one", async () => {
    const { binding, calls } = fakeKVStore();

    await fastlyKV(binding, { consistency: "strong" }).list("l/");
    await fastlyKV(binding, { consistency: "eventual" }).list("l/");

    expect(calls).toEqual([
      ["list", { limit: 1000, prefix: "l/" }],
      ["list", { limit: 1000, prefix: "l/", noSync: true }],
    ]);
  });

  test.each([490, 512, 700, 1024])(
    "a page of names of %i bytes stays below 500,000 bytes",
    async (nameBytes) => {
      const { limits } = fastlyKV(fakeKVStore().binding, { nameBytes });
      const names = Array.from({ length: limits.pageSize }, () => "n".repeat(nameBytes));
      const cursor = btoa("n".repeat(nameBytes));

      const page = JSON.stringify({
        data: names,
        meta: { limit: limits.pageSize, prefix: "p".repeat(512), next_cursor: cursor },
      });

      expect(page.length).toBeLessThan(500_000);
    },
  );
});
