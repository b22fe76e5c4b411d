import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
import { appendEach, createScene, GRACE_BETWEEN, numbers } from "../support/scene.ts";

const ONE_LIST = { put: 0, get: 0, getMany: 0, delete: 0, list: 1 };

describe.each(KINDS)("with $records", (kind) => {
  // https://iamjaekim.github.io/borkd-scaling-to-d1
  test.each([0, 1, 300])(
    "a pass over a folded list of %i entries is one list and changes nothing",
    async (count) => {
      const { cold, store, passes } = createScene(kind);
      await appendEach(cold(), numbers(0, count));
      await passes(3);
      store.resetCounts();

      await cold().compact();

      expect(store.counts()).toEqual(ONE_LIST);
    },
  );

  // https://github.com/yjs/y-indexeddb/issues/31
  test("a thousand handles that read and make a pass leave the store as it was", async () => {
    const { cold, store, passes } = createScene(kind);
    await appendEach(cold(), numbers(0, 100));
    await passes(3);
    const before = { keys: store.contents.keys(), bytes: store.contents.bytes() };

    for (let handle = 0; handle < 1000; handle++) {
      const list = cold();
      await list.read();
      await list.compact();
      await store.advance(handle * 100);
    }

    expect({ keys: store.contents.keys(), bytes: store.contents.bytes() }).toEqual(before);
  });

  // https://github.com/cloudflare/wrangler-legacy/issues/1398,
  // https://github.com/fastly/cli/pull/1181
  test.each([
    { count: 16_010, maxOperations: 900, passes: 60, concurrency: 6 },
    { count: 500, maxOperations: 25, passes: 80, concurrency: 2 },
  ])(
    "$count batches are gone after at most $passes passes of $maxOperations store calls",
    async ({ count, maxOperations, passes, concurrency }) => {
      const { cold, store, keys, values } = createScene(kind, { lists: { concurrency } });
      await appendEach(cold(), numbers(0, count));
      const remaining: number[] = [];

      while (keys("batch").length > 0 && remaining.length < passes) {
        store.resetCounts();
        const report = await cold().compact({ maxOperations });
        const calls = Object.values(store.counts()).reduce((sum, calls) => sum + calls, 0);
        expect(calls).toBeLessThanOrEqual(maxOperations);
        expect(store.peakOpenCalls).toBeLessThanOrEqual(concurrency);
        remaining.push(report.remaining);
        if (remaining.length % 6 === 0) expect(await values()).toHaveLength(count);
        await store.advance(GRACE_BETWEEN);
      }

      expect(keys("batch")).toEqual([]);
      expect(await values()).toEqual(numbers(0, count));
      expect(remaining.at(-1)).toBe(0);
      expect(remaining).toEqual([...remaining].sort((one, other) => other - one));
    },
  );

  test("a pass that hangs in its put costs the appends beside it nothing", async () => {
    const { cold, store } = createScene(kind, { store: { log: true } });
    const list = cold();
    await appendEach(list, numbers(0, 50));
    const hanging = store.faults.hold({ operation: "put", key: /\/s\// });
    const pass = list.compact();
    await hanging.reached;
    const bytesOfAppends = async () => {
      const before = store.calls.length;
      for (let n = 0; n < 500; n++) await list.append("x".repeat(98));
      const puts = store.calls.slice(before).filter(({ operation }) => operation === "put");
      expect(puts).toHaveLength(500);
      return puts.reduce((sum, { keys, text }) => sum + `${keys[0]}${text}`.length, 0);
    };

    // https://github.com/automerge/automerge-repo/commit/d982cb81
    expect(await bytesOfAppends()).toBeLessThanOrEqual(500 * 600);
    await store.advance(GRACE_BETWEEN / 2);
    hanging.release();
    await pass;
    expect(await bytesOfAppends()).toBeLessThanOrEqual(500 * 600);
  });
});
