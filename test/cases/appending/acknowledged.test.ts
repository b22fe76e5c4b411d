import { ListError } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
import { createScene, numbers, SECOND } from "../support/scene.ts";
import { throwing, watched } from "../support/stores.ts";

const FOR_GOOD = Number.POSITIVE_INFINITY;

describe.each(KINDS)("with $records", (kind) => {
  // https://github.com/yjs/y-indexeddb/issues/28
  test("an append is pending while its put is, and no store call outlives it", async () => {
    const { cold, store } = createScene(kind, { store: { limits: { valueBytes: 2000 } } });
    const { store: watching, open } = watched(store);
    const list = cold(watching);
    for (const call of [
      () => list.append("one"),
      () => list.appendAll(numbers(0, 900)),
      () => list.remove(["-".repeat(22)]),
    ]) {
      const put = store.faults.hold({ operation: "put" });
      let isDone = false;
      const calling = call().then(() => {
        isDone = true;
      });
      await put.reached;
      await store.advance(10 * SECOND);
      expect(isDone).toBe(false);
      put.release();
      await calling;
      expect(open()).toBe(0);
    }
  });

  test("a put that fails for good rejects the append with its error as the cause", async () => {
    const { cold, store } = createScene(kind, { store: { limits: { valueBytes: 2000 } } });
    const { store: watching, open } = watched(store);
    const cause = new Error("disk full");
    store.faults.fail({ operation: "put", skip: 1, times: FOR_GOOD }, cause);

    await expect(cold(watching).appendAll(numbers(0, 900))).rejects.toMatchObject({
      name: "ListError",
      code: "store-failed",
      cause,
    });
    expect(open()).toBe(0);
  });

  // https://github.com/nftstorage/nftstorage.link/issues/51
  test.each([1, 2, 4])(
    "an append whose answer got lost %i times is one entry, with one key and the same bytes",
    async (times) => {
      const { cold, store, passes, values } = createScene(kind, { store: { log: true } });
      store.faults.loseAcknowledgement({ operation: "put", times });
      const list = cold();

      const entry = await list.append({ text: "once" });

      const puts = store.calls.filter(({ operation }) => operation === "put");
      expect(puts).toHaveLength(times + 1);
      expect(new Set(puts.map(({ keys, text }) => `${keys} ${text}`)).size).toBe(1);
      expect((await list.read()).entries).toEqual([entry]);
      await passes(3);
      expect(await values()).toEqual([{ text: "once" }]);
      expect((await list.read()).entries).toEqual([entry]);
    },
  );

  test("an append that was never confirmed may show, once, and its repetition beside it", async () => {
    const { cold, store, values, passes } = createScene(kind);
    const list = cold();
    store.faults.loseAcknowledgement({ operation: "put", times: 5 });
    await expect(list.append("x", { key: "k" })).rejects.toMatchObject({ code: "store-failed" });
    await list.append("x", { key: "k" });

    expect(await values()).toEqual(["x"]);
    await passes(3);
    expect(await values()).toEqual(["x"]);
  });

  test.each([
    { fails: 2, outcome: "is complete" },
    { fails: FOR_GOOD, outcome: "rejects" },
  ])("a read whose gets fail $fails times $outcome", async ({ fails }) => {
    const { cold, store, passes } = createScene(kind);
    await cold().appendAll(numbers(0, 20));
    await passes(2);
    await cold().appendAll(numbers(20, 30));
    const cause = new Error("KV GET failed");
    store.faults.fail({ operation: ["get", "getMany"], times: fails }, cause);

    const reading = cold().read();

    if (fails === 2) expect((await reading).values).toEqual(numbers(0, 30));
    else await expect(reading).rejects.toMatchObject({ code: "store-failed", cause });
  });

  // https://github.com/fastly/js-compute-runtime/pull/1567
  test.each([new Error("thrown"), "a text", undefined, null])(
    "a store that throws %o on the spot rejects every call, and none of them throws",
    async (error) => {
      const { cold, store } = createScene(kind);
      const list = cold(throwing(store, error));
      const calls: readonly (() => Promise<unknown>)[] = [
        () => list.append(1),
        () => list.appendAll([1, 2]),
        () => list.remove("-".repeat(22)),
        () => list.clear(),
        () => list.read(),
        () => list.read({ freshness: "consolidated" }),
        () => list.latest(1),
        () => list.verify(),
        () => list.compact(),
        () => list.compact({ consolidateTo: "plain" }),
      ];
      for (const call of calls) {
        const promise = call();
        expect(promise).toBeInstanceOf(Promise);
        const rejection = await promise.then(
          () => "resolved",
          (reason: unknown) => reason,
        );
        expect(rejection).toBeInstanceOf(ListError);
        expect(rejection).toHaveProperty("cause", error);
      }
    },
  );
});
