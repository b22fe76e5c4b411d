import type { RecordStore } from "../../record-store.ts";
import { expectRejection, expectSame, expectThat } from "./expectations.ts";
import { orderedLabels } from "./samples.ts";
import { checksOf } from "./scene.ts";
import type { RecordStoreCheck, StoreSetup, StoreTraits } from "./store-under-test.ts";

/**
 * A failure is passed on as it is; it never looks like "not there" or like the end of a listing.
 */
export function failures(setup: StoreSetup, traits: StoreTraits): RecordStoreCheck[] {
  const check = checksOf("failures", setup, traits);

  return [
    ...CALLS.flatMap(({ what, call }) =>
      HOW.map((how) =>
        check(
          `a ${what} whose binding ${how}s is a rejection with that error`,
          async ({ store, put, failNext }) => {
            await put("list/h", "there", { inline: false });
            const makeCall = call(store);
            if (makeCall === undefined) return expectSame(traits.bulkGets, false, "has getMany");
            const thrown = new Error("a text that nobody has seen before");
            failNext(thrown, how);
            const error = await expectRejection(makeCall, what);
            expectThat(
              error === thrown || causeOf(error) === thrown,
              `${what}: the error is the cause of "${error}"`,
            );
            expectSame(store.classify(error), "unknown", "class");
          },
        ),
      ),
    ),

    check(
      "nothing is lost by a failed get: the next one finds the record",
      async ({ store, put, failNext }) => {
        await put("list/h", "there", { inline: false });
        failNext(new Error("passing"), "reject");
        await expectRejection(() => store.get("list/h"), "get");
        expectSame(await store.get("list/h"), "there", "the next get");
      },
    ),

    check(
      "a page that fails isn't the end: the same cursor goes on",
      async ({ store, putAll, pages, failNext }) => {
        const keys = orderedLabels(store.limits.pageSize + 3).map((label) => `list/e/${label}`);
        await putAll(keys, "small");
        const all = await pages("list/", undefined, async (prefix, cursor) => {
          failNext(new Error("passing"), "reject");
          await expectRejection(() => store.list(prefix, cursor), "list");
          return store.list(prefix, cursor);
        });
        const found = all.flatMap((page) => page.records).map((one) => one.key);
        expectSame(found, keys, "keys");
      },
    ),

    check("a put that failed can be made again", async ({ store, put, find, read, failNext }) => {
      failNext(new Error("passing"), "reject");
      await expectRejection(() => store.put("list/e/one", "small"), "put");
      await put("list/e/one", "small");
      expectSame(await read(await find("list/e/one")), "small", "the record");
    }),

    ...traits.errors.map(({ error, is }) =>
      check(`"${textOf(error)}" is ${is}`, async ({ store }) => {
        expectSame(store.classify(error), is, "class");
      }),
    ),

    check("whatever was thrown can be sorted; what nobody knows is unknown", async ({ store }) => {
      const anything = [undefined, null, 0, "", "a text", {}, Object.create(null), new Error("?")];
      for (const thrown of anything) {
        expectSame(store.classify(thrown), "unknown", `class of ${JSON.stringify(thrown)}`);
      }
    }),
  ];
}

const HOW = ["reject", "throw"] as const;

/** Makes a call, or says that the store hasn't got it. */
type MakeCall = (store: RecordStore) => (() => Promise<unknown>) | undefined;

const CALLS: readonly { readonly what: string; readonly call: MakeCall }[] = [
  { what: "put", call: (store) => () => store.put("list/e/two", "small") },
  { what: "get", call: (store) => () => store.get("list/h") },
  { what: "getMany", call: (store) => bulkGet(store) },
  { what: "delete", call: (store) => () => store.delete("list/h") },
  { what: "list", call: (store) => () => store.list("list/") },
];

function bulkGet(store: RecordStore): (() => Promise<unknown>) | undefined {
  const getMany = store.getMany?.bind(store);
  return getMany && (() => getMany(["list/h"]));
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
