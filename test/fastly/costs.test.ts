import { describe, expect, test } from "vitest";
import type { KvCall } from "./engine/kv-store.ts";
import { only, openService } from "./support/engine-service.ts";

interface Entries {
  readonly values: readonly string[];
}

const HOUR_MS = 60 * 60_000;

describe("what the host is asked for", () => {
  test("an append is one put, whatever else the list holds", async () => {
    const service = await openService();
    await service.call("/append-each", { count: 50 });

    const { calls } = await service.call("/append", { value: "hello" });

    expect(counts(calls.before)).toEqual({ insert: 1 });
    expect(calls.after).toEqual([]);
  });

  test("1,000 small entries are read with one listing, 2,500 with three, and none with a get", async () => {
    const service = await openService();
    await service.call("/append-each", { count: 1000 });
    const small = await service.call<Entries>("/read");
    await service.call("/append-each", { count: 1500 });
    const large = await service.call<Entries>("/read");

    expect(small.result.values).toHaveLength(1000);
    expect(counts(small.calls.before)).toEqual({ list: 1 });
    expect(large.result.values).toHaveLength(2500);
    expect(counts(large.calls.before)).toEqual({ list: 3 });
  });

  test("gets of large records are all under way before the first of them is read", async () => {
    const service = await openService();
    await service.call("/append-each", { count: 16, value: "x", times: 1000 });

    const { calls } = await service.call("/read");

    expect(calls.before.map(({ operation }) => operation)).toEqual([
      "list",
      ...Array(16).fill("lookup"),
    ]);
  });

  test("a whole life puts plain values without metadata or conditions, and lists with a prefix and a limit", async () => {
    const service = await openService();
    await service.call("/append-each", { count: 30 });
    const large = await service.call<{ id: string }>("/append", { value: "x", times: 5000 });
    await service.call("/remove", { id: large.result.id });
    for (let pass = 0; pass < 3; pass++)
      await service.call("/compact", { aheadMs: pass * HOUR_MS });

    const { calls } = service.store;
    expect(only(calls, "delete").length).toBeGreaterThan(0);
    for (const { mode, metadata, conditional, value } of only(calls, "insert")) {
      expect({ mode, metadata, conditional }).toEqual({ mode: 0, conditional: false });
      expect(() => JSON.parse(Buffer.from(value).toString())).not.toThrow();
    }
    for (const { prefix, limit, consistency } of only(calls, "list")) {
      expect({ prefix, limit, consistency }).toEqual({
        prefix: expect.stringMatching(/^sl1\/numbers\//),
        limit: 1000,
        consistency: "strong",
      });
    }
  });
});

describe("pages", () => {
  test("with the longest list name the names on a page sum to less than 500,000 bytes", async () => {
    const service = await openService();
    const list = await longestName(service);
    await service.call("/append-each", { list, count: 1000, value: "x", times: 20 });
    await service.call("/append-each", { list, count: 1000, value: "x", times: 400 });

    const { result } = await service.call<Entries>("/read", { list });

    expect(result.values).toHaveLength(2000);
    const sizes = [...service.store.entries.keys()].sort().map((name) => name.length);
    const pages = sizes.map((_, start) => sum(sizes.slice(start, start + 1000)));
    expect(Math.max(...pages)).toBeLessThan(500_000);
  });

  test("a list name that doesn't fit is refused before any call", async () => {
    const service = await openService();
    const list = await longestName(service);

    const { error, calls } = await service.call("/append", { list: `${list}x`, value: "hello" });

    expect(error?.code).toBe("invalid-name");
    expect(calls.before).toEqual([]);
  });
});

/** The longest name that a list may have, found by trying. */
async function longestName({ call }: Awaited<ReturnType<typeof openService>>): Promise<string> {
  let [fits, tooLong] = [1, 1024];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    const { status } = await call("/read", { list: "n".repeat(middle) });
    if (status === 200) fits = middle;
    else tooLong = middle;
  }
  return "n".repeat(fits);
}

function counts(calls: readonly KvCall[]): Partial<Record<KvCall["operation"], number>> {
  const found: Partial<Record<KvCall["operation"], number>> = {};
  for (const { operation } of calls) found[operation] = (found[operation] ?? 0) + 1;
  return found;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
