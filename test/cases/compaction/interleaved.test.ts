import type { JsonValue } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
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

describe.each(KINDS)("with $records", (kind) => {
  // https://github.com/automerge/automerge-repo-rs/issues/52
  test.each([
    { appended: 5, removed: 5, entries: 50 },
    { appended: 1, removed: 30, entries: 31 },
  ])(
    "$appended appends and $removed removals in the middle of passes over $entries entries all count",
    async ({ appended, removed, entries }) => {
      const { cold, store, values, passes } = createScene(kind);
      await appendEach(cold(), numbers(0, entries));
      const other = cold();
      const old = (await other.read()).entries;

      const put = store.faults.hold({ operation: "put", key: keysOf("segment") });
      const folding = cold().compact();
      await put.reached;
      await appendEach(other, numbers(1000, 1000 + appended));
      await other.remove(old.slice(0, removed));
      put.release();
      await folding;
      await store.advance(GRACE_BETWEEN);

      const deletion = store.faults.hold({ operation: "delete" });
      const deleting = cold().compact();
      await deletion.reached;
      await appendEach(other, numbers(2000, 2000 + appended));
      await other.remove(old.slice(removed, 2 * removed));
      deletion.release();
      await deleting;
      await passes(3);

      const expected = [
        ...numbers(Math.min(2 * removed, entries), entries),
        ...numbers(1000, 1000 + appended),
        ...numbers(2000, 2000 + appended),
      ];
      expect(await values()).toEqual(expected);
    },
  );

  test("a pass deletes nothing that no segment holds which it read itself", async () => {
    const { cold, store, passes } = createScene(kind, { store: { log: true } });
    for (let round = 0; round < 6; round++) {
      await appendEach(cold(), numbers(0, 30));
      await cold().remove((await cold().read()).entries.slice(0, 3));
      const before = store.calls.length;
      await passes(1);
      const calls = store.calls.slice(before);
      const firstDelete = calls.findIndex(({ operation }) => operation === "delete");
      if (firstDelete < 0) continue;
      const deleted = calls.filter(({ operation }) => operation === "delete");
      const read = calls
        .slice(0, firstDelete)
        .filter(({ operation }) => operation === "get" || operation === "getMany")
        .flatMap((call) => call.keys.filter((key) => keysOf("segment").test(key)));
      expect(read).not.toEqual([]);
      const held = read.map((key) => store.contents.text(key)).join();
      const ids = deleted.map((call) => call.keys[0]?.split("/").at(-1)?.slice(0, 22) ?? "none");
      expect(ids.filter((id) => !held.includes(id))).toEqual([]);
    }
  });

  // https://github.com/slatedb/slatedb/issues/1622
  test.each([
    { stalls: "between its listing and its put", operation: "get" as const },
    { stalls: "in its put", operation: "put" as const },
  ])(
    "a compactor that stalls for three hours $stalls brings nothing back",
    async ({ operation }) => {
      const { cold, store, values } = createScene(kind);
      await appendEach(cold(), numbers(0, 100));
      const stall = store.faults.hold({ operation, region: "slow" });
      const sleeper = cold(store.region("slow"))
        .compact()
        .catch(() => undefined);
      await stall.reached;

      await cold().remove((await cold().read()).entries.slice(0, 10));
      for (let pass = 0; pass < 12; pass++) {
        await cold().compact();
        await store.advance(15 * MINUTE);
      }
      stall.release();
      await sleeper;

      for (let pass = 0; pass < 3; pass++) {
        expect(await values()).toEqual(numbers(10, 100));
        await cold().compact();
        await store.advance(GRACE_BETWEEN);
      }
      expect(await values()).toEqual(numbers(10, 100));
    },
  );

  // https://github.com/delta-io/delta-rs/issues/3645
  test("ten writers lose nothing to passes that run every five seconds among them", async () => {
    const { cold, store, values } = createScene(kind, {
      lists: { stalenessMs: SECOND, graceMs: 2 * SECOND },
      store: { latencyMs: { min: 0, max: 300 } },
    });
    const acknowledged = new Set<JsonValue>();
    const write = async (writer: number) => {
      const list = cold();
      for (let n = 0; n < 200; n++) {
        await store.clock.sleep(Math.floor(store.random() * 36 * SECOND));
        const { value } = await list.append(`${writer}-${n}`);
        acknowledged.add(value);
      }
    };
    const writing = Promise.all(numbers(0, 10).map(write));
    const start = store.clock.now();

    for (let pass = 1; store.clock.now() - start < HOUR; pass++) {
      const before = [...acknowledged];
      await cold().compact();
      if (pass % 24 === 0) {
        const read = new Set(await values());
        expect(before.filter((value) => !read.has(value))).toEqual([]);
      }
      await store.clock.sleep(5 * SECOND);
    }
    await writing;

    const all = await values();
    expect(all).toHaveLength(2000);
    expect(new Set(all)).toEqual(acknowledged);
  });
});
