import type { RecordStore } from "../../record-store.ts";
import { expectRejection, expectSame } from "./expectations.ts";
import { recordOfBytes } from "./samples.ts";
import { checksOf, type Scene } from "./scene.ts";
import type { RecordStoreCheck, StoreSetup, StoreTraits } from "./store-under-test.ts";

/** The largest fits; one byte more is refused before any call on the binding. */
export function limits(setup: StoreSetup, traits: StoreTraits): RecordStoreCheck[] {
  const check = checksOf("limits", setup, traits);

  return [
    check(
      "the longest key works in every call",
      async ({ store, put, find, read, deleteAll, listed }) => {
        const key = `list/${"k".repeat(store.limits.keyBytes - 5)}`;
        await put(key, "kept out", { inline: false });
        expectSame(
          [await store.get(key), (await find(key)).key],
          ["kept out", key],
          "the record kept out",
        );
        await deleteAll([key]);
        await put(key, "small");
        const small = await find(key);
        expectSame(await read(small), "small", "the small record");
        await deleteAll([small.ref]);
        expectSame(await listed("list/"), [], "listing");
      },
    ),

    check("a key one byte longer is refused before any call", async (scene) => {
      const key = "k".repeat(scene.store.limits.keyBytes + 1);
      await refused(scene, "put", (store) => store.put(key, "small", { inline: false }));
      await refused(scene, "get", (store) => store.get(key));
      await refused(scene, "delete", (store) => store.delete(key));
    }),

    check("keys are measured in bytes, not characters", async (scene) => {
      const key = "é".repeat(Math.floor(scene.store.limits.keyBytes / 2) + 1);
      await refused(scene, "put", (store) => store.put(key, "small", { inline: false }));
    }),

    check("the largest record fits", async ({ store, put }) => {
      const record = recordOfBytes(store.limits.valueBytes);
      await put("list/h", record, { inline: false });
      // Compared as it is: as JSON the two would be copied once more.
      expectSame((await store.get("list/h")) === record, true, "comes back as it was put");
    }),

    check("a record one byte larger is refused before any call", async (scene) => {
      const record = recordOfBytes(scene.store.limits.valueBytes + 1);
      await refused(scene, "put", (store) => store.put("list/h", record, { inline: false }));
    }),

    ...[-1, 0, 1].map((extra) =>
      check(
        `a record of ${nearLimit(extra)} for the listing comes back whole`,
        async ({ store, put, find, read }) => {
          const record = recordOfBytes(Math.max(3, store.limits.inlineBytes + extra));
          await put("list/e/one", record);
          expectSame(await read(await find("list/e/one")), record, "the record");
        },
      ),
    ),

    check("an empty key is refused before any call", async (scene) => {
      await refused(scene, "put", (store) => store.put("", "small", { inline: false }));
    }),
  ];
}

function nearLimit(extra: number): string {
  if (extra === 0) return "exactly the limit";
  return extra < 0 ? "a byte below the limit" : "a byte above the limit";
}

async function refused(
  { store, calls }: Scene,
  what: string,
  action: (store: RecordStore) => Promise<unknown>,
): Promise<void> {
  const before = calls();
  const error = await expectRejection(() => action(store), what);
  expectSame(store.classify(error), "invalid", `${what}: class of "${error}"`);
  expectSame(calls() - before, 0, `${what}: calls made on the binding`);
}
