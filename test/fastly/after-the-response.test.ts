import { expect, test } from "vitest";
import { only, openService } from "./support/engine-service.ts";

test("a pass given to waitUntil starts after the response was sent, and runs to its end", async () => {
  const service = await openService();
  await service.call("/append-each", { count: 20 });

  const { calls } = await service.call("/append-then-compact", { value: "last" });

  expect(calls.before.map(({ operation }) => operation)).toEqual(["insert", "list"]);
  const segment = only(calls.after, "insert").find(({ key }) => key.includes("/s/"));
  expect(segment && Buffer.from(segment.value).toString()).toContain('"last"');
});

test("what such a pass folded is deleted by a later one", async () => {
  const service = await openService();
  await service.call("/append-each", { count: 20 });
  await service.call("/append-then-compact", { value: "last" });

  await service.call("/append-then-compact", { value: "later", aheadMs: 60 * 60_000 });

  const loose = [...service.store.entries.keys()].filter((name) => name.includes("/e/"));
  expect(loose).toHaveLength(1);
  expect((await service.call<unknown[]>("/iterate")).result).toBe(22);
});
