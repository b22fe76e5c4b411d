import { createListStore, type ListStoreOptions } from "@shardlist/core";
import { memoryStore } from "@shardlist/core/memory";
import { describe, expect, test } from "vitest";
import { LISTED } from "../support/kinds.ts";
import { createScene, HOUR, numbers, SECOND } from "../support/scene.ts";

const NO_DURATIONS = [-1, 0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
const DURATIONS = ["stalenessMs", "graceMs", "retentionMs", "passMs", "maxAgeMs"] as const;
const COUNTS = ["maxEntries", "concurrency"] as const;

describe("a duration or count that can't be meant is refused by name, before any store call", () => {
  test.each([...DURATIONS, ...COUNTS])("%s", (option) => {
    for (const value of [...NO_DURATIONS, "60", null]) {
      const options = { [option]: value } as ListStoreOptions;
      expect(() => createListStore(memoryStore(), options)).toThrow(`\`${option}\``);
    }
    createListStore(memoryStore(), { [option]: undefined });
  });

  test.each(["attempts", "baseMs", "maxMs"])("retry.%s", (option) => {
    for (const value of NO_DURATIONS)
      expect(() => createListStore(memoryStore(), { retry: { [option]: value } })).toThrow(
        `\`retry.${option}\``,
      );
  });

  // https://github.com/DIYgod/RSSHub/pull/23407
  test("expiresAt", async () => {
    const { cold, store } = createScene(LISTED);
    for (const expiresAt of NO_DURATIONS)
      await expect(cold().append(1, { expiresAt })).rejects.toMatchObject({
        code: "invalid-option",
        message: expect.stringContaining("`expiresAt`"),
      });
    expect(store.counts().put).toBe(0);
  });

  test("maxOperations, maxMs, minBatches and consolidateTo", async () => {
    const { cold, store } = createScene(LISTED);
    for (const value of NO_DURATIONS)
      for (const option of ["maxOperations", "maxMs", "minBatches"])
        await expect(cold().compact({ [option]: value })).rejects.toMatchObject({
          code: "invalid-option",
          message: expect.stringContaining(`\`${option}\``),
        });
    for (const consolidateTo of ["", ".", "..", "sl1/guests/h", "sl1/x", "x".repeat(600)])
      await expect(cold().compact({ consolidateTo })).rejects.toMatchObject({
        code: "invalid-option",
        message: expect.stringContaining("`consolidateTo`"),
      });
    expect(Object.values(store.counts()).every((count) => count === 0)).toBe(true);
  });
});

test("an entry may expire in a second, and is out of the store after a pass", async () => {
  const { cold, store, values, passes } = createScene(LISTED);
  const list = cold();
  await list.append("short", { expiresAt: store.clock.now() + SECOND });
  await list.append("longer", { expiresAt: store.clock.now() + 30 * HOUR });
  await list.append("for good");
  expect(await values()).toHaveLength(3);
  await store.advance(SECOND);
  expect(await values()).toEqual(["longer", "for good"]);
  await passes(3);
  expect(await values()).toEqual(["longer", "for good"]);
  expect(store.contents.keys().some((key) => store.contents.text(key)?.includes("short"))).toBe(
    false,
  );
  await store.advance(30 * HOUR);
  expect(await values()).toEqual(["for good"]);
});

test("no put asks the store for a lifetime", async () => {
  const { store } = createScene(LISTED);
  const lifetimes: unknown[] = [];
  const watching = {
    ...store,
    put: async (...[key, record, options]: Parameters<typeof store.put>) => {
      lifetimes.push(options?.expirationTtl);
      await store.put(key, record, options);
    },
  };
  const { clock } = store;
  const list = createListStore(watching, { clock, maxAgeMs: HOUR, maxEntries: 5 }).list("a");
  for (const n of numbers(0, 12)) await list.append(n, { expiresAt: clock.now() + HOUR + n });
  await list.compact({ consolidateTo: "plain" });
  await store.advance(HOUR);
  await list.compact();

  expect(lifetimes.length).toBeGreaterThan(12);
  expect(lifetimes.filter((lifetime) => lifetime !== undefined)).toEqual([]);
});
