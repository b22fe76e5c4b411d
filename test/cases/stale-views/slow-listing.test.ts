import type { ListEvent } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
import { appendEach, createScene, keysOf, MINUTE, numbers, SECOND } from "../support/scene.ts";

const GETS = ["get", "getMany"] as const;

describe.each(KINDS)("with $records", (kind) => {
  /** Forty entries on four pages, and a region whose every call takes that long. */
  async function setUp(latencyMs: number) {
    const scene = createScene(kind, { store: { limits: { pageSize: 10 } } });
    await appendEach(scene.cold(), numbers(0, 40));
    await scene.store.advance(10 * MINUTE);
    const events: ListEvent[] = [];
    const region = scene.store.region("slow", { latencyMs });
    const onEvent = (event: ListEvent) => events.push(event);
    const slow = () => scene.cold(region, { onEvent });
    return { ...scene, slow, events };
  }

  test("a read whose listing takes longer than `passMs` never joins its first page with its last", async () => {
    const { slow, events } = await setUp(2 * MINUTE);

    await expect(slow().read()).rejects.toMatchObject({
      code: "read-incomplete",
      message: expect.stringContaining("`passMs`"),
    });
    const restarts = events.filter(({ type }) => type === "restart");
    expect(restarts).toHaveLength(4);
    expect(restarts[0]).toMatchObject({ reason: "listing-too-slow", attempt: 1, list: "guests" });
    expect((await slow().read({ allowIncomplete: true })).values).toEqual(numbers(0, 40));
  });

  test("an iteration and the newest entries reject as a read does", async () => {
    const { slow } = await setUp(2 * MINUTE);
    const refusal = { code: "read-incomplete", message: expect.stringContaining("`passMs`") };
    await expect(slow().latest(3)).rejects.toMatchObject(refusal);
    await expect(slow()[Symbol.asyncIterator]().next()).rejects.toMatchObject(refusal);
  });

  test("a slow listing that is still young enough is read", async () => {
    const { slow } = await setUp(MINUTE);
    expect((await slow().read()).values).toEqual(numbers(0, 40));
  });

  test("a pass whose listing has become too old writes nothing, and says so", async () => {
    const { slow, store, values, keys } = await setUp(2 * MINUTE);
    store.resetCounts();

    const report = await slow().compact({ maxMs: 60 * MINUTE });

    expect(report).toMatchObject({ written: 0, stopped: "slow-listing" });
    expect(keys("segment")).toEqual([]);
    expect(store.counts().delete).toBe(0);
    expect(await values()).toEqual(numbers(0, 40));
  });

  test("a key that is gone once makes the read start over, which is an event", async () => {
    const { cold, store, passes, keys } = createScene(kind);
    await appendEach(cold(), numbers(0, 40));
    await passes(2);
    const events: ListEvent[] = [];
    const list = cold(store, { onEvent: (event) => events.push(event) });
    const [segment = ""] = keys("segment");
    store.faults.miss({ operation: GETS, key: keysOf("segment") });
    const before = store.clock.now();

    expect((await list.read()).values).toEqual(numbers(0, 40));
    expect(events).toEqual([
      { type: "restart", list: "guests", attempt: 1, reason: "listed-key-gone", keys: [segment] },
    ]);
    expect(store.clock.now() - before).toBeLessThan(SECOND);
  });
});
