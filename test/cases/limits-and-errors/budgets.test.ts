import { describe, expect, test } from "vitest";
import { KINDS, ONE_BY_ONE } from "../support/kinds.ts";
import { appendEach, createScene, GRACE_BETWEEN, numbers } from "../support/scene.ts";

describe.each([...KINDS, ONE_BY_ONE])("with $records", (kind) => {
  // https://github.com/launchdarkly/js-core/pull/723
  test("32 store calls are enough to append to, read and shorten a folded list", async () => {
    const { cold, store, passes } = createScene(kind);
    await appendEach(cold(), numbers(0, 500));
    await passes(4);
    const request = cold(store.invocation({ operations: 32, beyond: "refuse" }));
    await request.append(500);
    expect((await request.read()).values).toEqual(numbers(0, 501));
    await request.remove((await request.latest(1))[0]?.id ?? "");
    expect((await request.read()).values).toEqual(numbers(0, 500));
  });

  test.each([
    { batches: 500, maxOperations: 25, passes: 80 },
    { batches: 100, maxOperations: 10, passes: 80 },
  ])(
    "$passes passes of $maxOperations store calls leave none of $batches batches",
    async ({ batches, maxOperations, passes }) => {
      const { cold, store, keys, values } = createScene(kind);
      await appendEach(cold(), numbers(0, batches));

      let made = 0;
      for (; keys("batch").length > 0 && made < passes; made++) {
        const run = store.invocation({ operations: maxOperations });
        const report = await cold(run).compact({ maxOperations });
        const calls = Object.values(run.counts()).reduce((sum, count) => sum + count, 0);
        expect(calls).toBeLessThanOrEqual(maxOperations);
        if (keys("batch").length > 0) expect(report.remaining).toBeGreaterThan(0);
        await store.advance(GRACE_BETWEEN);
      }

      expect(keys("batch")).toEqual([]);
      expect(await values()).toEqual(numbers(0, batches));
    },
  );

  test.each([1, 2, 3, 5, 8])(
    "a pass of %i store calls, over and over, does no harm",
    async (maxOperations) => {
      const { cold, store, values } = createScene(kind);
      await appendEach(cold(), numbers(0, 120));
      await cold().remove((await cold().read()).entries.slice(0, 20));
      for (let pass = 0; pass < 60; pass++) {
        const run = store.invocation({ operations: maxOperations });
        await cold(run).compact({ maxOperations });
        if (pass % 10 === 0) expect(await values()).toEqual(numbers(20, 120));
        await store.advance(GRACE_BETWEEN);
      }
      expect(await values()).toEqual(numbers(20, 120));
    },
  );

  test("a pass that may take no time at all ends, says so, and does no harm", async () => {
    const { cold, store, values } = createScene(kind, { store: { latencyMs: 20 } });
    await cold().appendAll(numbers(0, 120));
    await cold().append(120);
    const report = await cold().compact({ maxMs: 1 });
    expect(report.stopped).toBe("time");
    expect(report.remaining).toBeGreaterThan(0);
    await store.advance(GRACE_BETWEEN);
    expect(await values()).toEqual(numbers(0, 121));
  });

  // https://ef-map.com/blog/cloudflare-kv-optimization-93-percent.html
  test.each([4_000_000, 3_000])(
    "a page that polls a consolidated list every second makes no list (segments of %i bytes)",
    async (segmentBytes) => {
      const { cold, store, passes } = createScene(kind, { store: { limits: { segmentBytes } } });
      await appendEach(cold(), numbers(0, 400));
      store.resetCounts();
      expect((await cold().read()).operations.list).toBe(1);
      await passes(3);
      store.resetCounts();

      for (let second = 0; second < 3600; second++) {
        const { values, operations } = await cold().read({ freshness: "consolidated" });
        expect(values).toHaveLength(400);
        const reads = operations.get + operations.getMany;
        if (store.getMany !== undefined || segmentBytes > 3_000)
          expect(reads).toBeLessThanOrEqual(2);
        await store.clock.sleep(1000);
      }
      expect(store.counts().list).toBe(0);
    },
  );
});
