import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
import { createTwoPlaces } from "../support/regions.ts";
import {
  appendEach,
  createScene,
  GRACE_BETWEEN,
  HOUR,
  keysOf,
  MINUTE,
  numbers,
  SECOND,
} from "../support/scene.ts";

const VIEWS = [
  { view: "five minutes behind", staleness: { get: 5 * MINUTE, list: 5 * MINUTE } },
  { view: "up to five minutes behind, key by key", staleness: drawn("version") },
  { view: "up to five minutes behind, call by call", staleness: drawn("call") },
];

function drawn(per: "version" | "call") {
  const upTo = { max: 5 * MINUTE, per };
  return { get: upTo, list: upTo };
}

describe.each(KINDS)("with $records", (kind) => {
  // https://github.com/scylladb/scylladb/issues/8970, https://github.com/basho/riak_kv/issues/311
  test.each(VIEWS)(
    "what was removed here never comes back to a region $view",
    async ({ staleness }) => {
      const { cold, store, paris, tokyo } = createTwoPlaces(
        kind,
        { lists: { stalenessMs: 5 * MINUTE, graceMs: undefined } },
        staleness,
      );
      store.region("paris").setStaleness({});
      await appendEach(cold(), numbers(0, 30));
      await store.advance(HOUR);
      const [removed] = (await paris.cold().read()).entries;
      const id = removed?.id ?? "";
      await paris.cold().remove(id);
      await store.advance(5 * MINUTE);

      for (let minute = 0; minute < 7 * 21; minute++) {
        if (minute % 21 === 0 && minute < 6 * 21) await paris.cold().compact();
        expect(await paris.ids()).not.toContain(id);
        const seen = await tokyo.ids();
        expect(seen).not.toContain(id);
        expect(seen).toHaveLength(29);
        await store.advance(MINUTE);
      }
    },
  );

  // https://github.com/scylladb/scylladb/issues/1181,
  // https://github.com/scylladb/scylladb/issues/6600
  test.each(["fails", "finds nothing"])(
    "a segment whose get %s for an hour of passes doesn't bring back what it holds",
    async (how) => {
      const { cold, store, passes, keys } = createScene(kind);
      await appendEach(cold(), numbers(0, 60));
      await passes(3);
      const [segment = ""] = keys("segment");
      const [removed] = (await cold().read()).entries;
      const always = {
        operation: ["get", "getMany"] as const,
        key: segment,
        times: Number.POSITIVE_INFINITY,
      };
      const fault = how === "fails" ? store.faults.fail(always) : store.faults.miss(always);
      await cold().remove(removed?.id ?? "");
      await appendEach(cold(), numbers(60, 70));

      for (let pass = 0; pass < 6; pass++) {
        await cold()
          .compact()
          .catch(() => undefined);
        const read = await cold()
          .read()
          .catch(() => undefined);
        if (read !== undefined) expect(read.values).toEqual(numbers(1, 70));
        await store.advance(10 * MINUTE);
      }
      fault.release();

      for (let pass = 0; pass < 4; pass++) {
        expect((await cold().read()).values).toEqual(numbers(1, 70));
        await passes(1);
      }
      expect((await cold().read()).values).toEqual(numbers(1, 70));
    },
  );

  test.each([
    { entries: 1000, removals: 1 },
    { entries: 1000, removals: 40 },
    { entries: 1000, removals: 1000 },
  ])(
    "a list of $entries entries, all removed by $removals calls, leaves next to nothing behind",
    async ({ entries, removals }) => {
      const { cold, store, values, keys } = createScene(kind);
      await appendEach(cold(), numbers(0, entries));
      await cold().compact();
      const all = (await cold().read()).entries;
      const size = entries / removals;
      for (const call of numbers(0, removals))
        await cold().remove(all.slice(call * size, (call + 1) * size));
      let peak = store.contents.bytes();

      for (let hour = 0; hour < 60; hour++) {
        await cold().compact();
        peak = Math.max(peak, store.contents.bytes());
        await store.advance(HOUR);
      }

      expect(await values()).toEqual([]);
      expect(keys().length).toBeLessThanOrEqual(8);
      expect(keys("tombstone")).toEqual([]);
      expect(store.contents.bytes()).toBeLessThan(peak / 10);
    },
  );

  test("a removal that lands while a pass forgets older ones is kept", async () => {
    const { cold, store, values } = createScene(kind);
    await appendEach(cold(), numbers(0, 20));
    await cold().compact();
    const all = (await cold().read()).entries;
    await cold().remove(all.slice(0, 5));
    for (let hour = 0; hour < 24; hour++) {
      await cold().compact();
      await store.advance(HOUR + SECOND);
    }
    const put = store.faults.hold({ operation: "put", key: keysOf("segment") });
    const forgetting = cold().compact();
    await Promise.race([put.reached, forgetting]);
    await cold().remove(all.slice(5, 10));
    put.release();
    await forgetting;

    for (let pass = 0; pass < 90; pass++) {
      expect(await values()).toEqual(numbers(10, 20));
      await cold().compact();
      await store.advance(GRACE_BETWEEN);
    }
  });
});
