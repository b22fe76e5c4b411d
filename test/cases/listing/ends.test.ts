import type { ListPage, RecordStore } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
import { appendEach, createScene, numbers, SECOND } from "../support/scene.ts";

/** What a last page may have for a cursor. */
const LAST: readonly { readonly cursor?: string | null | undefined }[] = [
  { cursor: "" },
  { cursor: null },
  { cursor: undefined },
  {},
];

describe.each(KINDS)("with $records", (kind) => {
  // https://github.com/cloudflare/workers-sdk/pull/335
  test.each(LAST)("a last page with %o ends the listing", async (last) => {
    const { cold, store } = createScene(kind);
    await appendEach(cold(), numbers(0, 2500));
    const odd: RecordStore = {
      ...store,
      async list(prefix, cursor) {
        const page = await store.list(prefix, cursor);
        // A store without types may answer so.
        return page.cursor === undefined ? ({ ...page, ...last } as ListPage) : page;
      },
    };
    store.resetCounts();

    const { values } = await cold(odd).read();

    expect(values).toEqual(numbers(0, 2500));
    expect(store.counts().list).toBe(3);
  });

  test("a cursor that comes round again is an error, not a loop", async () => {
    const { cold, store } = createScene(kind);
    await appendEach(cold(), numbers(0, 30));
    const looping: RecordStore = {
      ...store,
      list: async (prefix) => ({ ...(await store.list(prefix)), cursor: "again" }),
    };
    for (const call of [
      () => cold(looping).read(),
      () => cold(looping).compact(),
      () => cold(looping).latest(3),
      () => cold(looping).verify(),
    ])
      await expect(call()).rejects.toMatchObject({
        code: "store-failed",
        message: expect.stringContaining("cursor"),
      });
  });

  // https://github.com/fastly/cli/issues/999
  test.each([0, 1, 2, 3])("a failed page %i of four is not the end", async (page) => {
    const { cold, store } = createScene(kind, { store: { limits: { pageSize: 100 } } });
    await appendEach(cold(), numbers(0, 400));
    await cold().compact();
    await store.advance(SECOND);
    await appendEach(cold(), numbers(400, 401));
    const cause = new Error("page failed");
    const fault = store.faults.fail(
      { operation: "list", skip: page, times: Number.POSITIVE_INFINITY },
      cause,
    );
    const list = cold();

    await expect(list.read()).rejects.toMatchObject({ code: "store-failed", cause });
    await expect(list.compact()).rejects.toMatchObject({ code: "store-failed", cause });
    fault.release();

    expect((await list.read()).values).toEqual(numbers(0, 401));
  });

  test("an iteration and the newest entries don't end at a failed page either", async () => {
    const { cold, store } = createScene(kind, { store: { limits: { pageSize: 10 } } });
    await appendEach(cold(), numbers(0, 45));
    const list = cold();
    const iterate = async () => {
      const seen: unknown[] = [];
      for await (const { value } of list) seen.push(value);
      return seen;
    };
    const fault = store.faults.fail({ operation: "list", skip: 2, times: 100 });
    await expect(iterate()).rejects.toMatchObject({ code: "store-failed" });
    fault.release();
    const again = store.faults.fail({ operation: "list", skip: 2, times: 100 });
    await expect(list.latest(45)).rejects.toMatchObject({ code: "store-failed" });
    again.release();

    expect(await iterate()).toEqual(numbers(0, 45));
    expect((await list.latest(45)).map(({ value }) => value)).toEqual(numbers(0, 45).reverse());
  });

  test("a page that fails and then works is read as if nothing had been", async () => {
    const { cold, store } = createScene(kind, { store: { limits: { pageSize: 100 } } });
    await appendEach(cold(), numbers(0, 1000));
    store.faults.fail({ operation: "list", skip: 3, times: 4 });

    expect((await cold().read()).values).toEqual(numbers(0, 1000));
  });
});
