import type { RecordStore } from "@shardlist/core";
import { SimulatedStoreError } from "@shardlist/core/testing";
import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
import { appendEach, createScene, HOUR, keysOf, numbers, SECOND } from "../support/scene.ts";
import { changed } from "../support/stores.ts";

const FOR_GOOD = Number.POSITIVE_INFINITY;

describe.each(KINDS)("with $records", (kind) => {
  // https://github.com/rhinobase/hono-rate-limiter/issues/34,
  // https://github.com/fastly/compute-js-static-publish/issues/29
  test("over the whole life of a list no key but the head is put twice", async () => {
    const { cold, store } = createScene(kind, { store: { log: true, hotKey: "reject" } });
    for (let round = 0; round < 12; round++) {
      await appendEach(cold(), numbers(0, 40));
      await cold().remove((await cold().read()).entries.slice(0, 3 * (round % 4)));
      await Promise.all([cold().compact(), cold().compact(), cold().append("beside")]);
      if (round === 6) await cold().clear();
      await store.advance(round % 3 === 0 ? SECOND : HOUR);
    }

    const puts = store.calls.flatMap(({ operation, keys }) => (operation === "put" ? keys : []));
    const lasting = puts.filter((key) => !keysOf("head").test(key));
    expect(lasting.length).toBeGreaterThan(12 * 40);
    expect(new Set(lasting).size).toBe(lasting.length);
    const deleted = store.calls.flatMap(({ operation, keys }) =>
      operation === "delete" ? keys : [],
    );
    expect(deleted.length).toBeGreaterThan(0);
    expect(
      lasting.filter((key, index) => deleted.includes(key) && lasting.indexOf(key) < index),
    ).toEqual([]);
  });

  test.each([1, 2, 4])(
    "a put that is throttled %i times waits a second each, and then is one entry",
    async (times) => {
      const { cold, store, values } = createScene(kind);
      throttle(store, times);
      const before = store.clock.now();

      await cold().append("x");

      expect(store.clock.now() - before).toBeGreaterThanOrEqual(times * SECOND);
      expect(await values()).toEqual(["x"]);
    },
  );

  test.each([1, 3, 5])(
    "a put that is always throttled rejects after %i attempts, with no entry",
    async (attempts) => {
      const { cold, store, values } = createScene(kind, { lists: { retry: { attempts } } });
      const fault = throttle(store, FOR_GOOD);

      await expect(cold().append("x")).rejects.toMatchObject({ code: "throttled" });

      expect(fault.hits).toBe(attempts);
      fault.release();
      expect(await values()).toEqual([]);
    },
  );

  test("a throttled put that was stored all the same is one entry", async () => {
    const { cold, store, values } = createScene(kind);
    store.faults.loseAcknowledgement({ operation: "put", times: 2 }, throttled());
    await cold().append("x");
    expect(await values()).toEqual(["x"]);
  });

  // https://github.com/crowdsecurity/cs-cloudflare-worker-bouncer/issues/53
  test("a day's quota that is used up costs one call and spoils no read", async () => {
    const { cold, store } = createScene(kind, { store: { quotas: { put: 30 } } });
    const list = cold();
    await appendEach(list, numbers(0, 30));
    store.resetCounts();

    await expect(list.append("x")).rejects.toMatchObject({ code: "quota-exhausted" });
    expect(store.counts().put).toBe(1);
    await expect(list.remove("-".repeat(22))).rejects.toMatchObject({ code: "quota-exhausted" });
    expect(store.counts().put).toBe(2);
    expect((await list.read()).values).toEqual(numbers(0, 30));
    await store.advance(24 * HOUR);
    await list.append("next day");
    expect((await list.read()).values).toEqual([...numbers(0, 30), "next day"]);
  });

  // https://github.com/fastly/js-compute-runtime/issues/927
  test.each(["put", "get", "list"] as const)(
    "an error of %s that nobody knows is tried again, and never taken for an answer",
    async (operation) => {
      const { cold, store, passes } = createScene(kind);
      await appendEach(cold(), numbers(0, 20));
      await passes(2);
      await cold().append(20);
      await store.advance(SECOND);
      const cause = new Error("Something that no version ever said");
      const call = () => (operation === "put" ? cold().append(21) : cold().read());
      const operations = operation === "get" ? (["get", "getMany"] as const) : operation;
      store.faults.fail({ operation: operations, times: 3 }, cause);
      const read = await call();
      if ("values" in read) expect(read.values).toEqual(numbers(0, 21));

      const fault = store.faults.fail({ operation: operations, times: FOR_GOOD }, cause);
      await expect(call()).rejects.toMatchObject({ code: "store-failed", cause });
      expect(fault.hits).toBeGreaterThanOrEqual(5);
      fault.release();
      expect((await cold().read()).values.slice(0, 21)).toEqual(numbers(0, 21));
    },
  );

  // https://kuryzhev.cloud/?p=742, https://github.com/cloudflare/workerd/issues/1630
  test("a list that throws once, with retries off, rejects that read and not the next", async () => {
    const { cold, store } = createScene(kind, { lists: { retry: { attempts: 1 } } });
    await appendEach(cold(), numbers(0, 20));
    const cause = new Error("key expired in a way of its own");
    store.faults.fail({ operation: "list" }, cause);
    const list = cold();

    await expect(list.read()).rejects.toMatchObject({ code: "store-failed", cause });
    expect((await list.read()).values).toEqual(numbers(0, 20));
  });

  test("a classify that throws hides no error", async () => {
    const { cold, store } = createScene(kind);
    const cause = new Error("refused");
    const broken: RecordStore = {
      ...changed(store, async () => {
        throw cause;
      }),
      classify: () => {
        throw new Error("classify is broken");
      },
    };
    await expect(cold(broken).append(1)).rejects.toMatchObject({ code: "store-failed", cause });
  });

  type Store = ReturnType<typeof createScene>["store"];

  function throttle(store: Store, times: number) {
    return store.faults.fail({ operation: "put", times }, throttled());
  }
});

/** What the simulated store itself says of a key that is written twice within a second. */
function throttled(): Error {
  return new SimulatedStoreError("throttled", "KV PUT failed: 429 Too Many Requests");
}
