import { createListStore, type List } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { type KVNamespaceLike, workersKV } from "../src/index.ts";
import { only } from "./support/counted.ts";
import { fakeKV } from "./support/fake-kv.ts";
import { testClock } from "./support/test-clock.ts";

/** Two grace periods, by the defaults. */
const GRACE_PASSES_MS = 30 * 60_000;

describe("a list over Workers KV is read to its last page", () => {
  test.each([1000, 1001, 2500])("%s appends are as many entries", async (count) => {
    const { binding } = fakeKV();
    await appendNumbers(cold(binding), count);

    expect((await cold(binding).read()).values).toEqual(numbers(count));
  });

  test("five empty pages before the first key are no end", async () => {
    const { binding } = fakeKV({ emptyPages: 5 });
    await appendNumbers(cold(binding), 100);

    expect((await cold(binding).read()).values).toEqual(numbers(100));
  });

  test("lists whose names start alike don't mix, and every page asks for its own prefix", async () => {
    const { binding, calls } = fakeKV();
    for (const name of ["a", "ab", "a:"]) await appendNumbers(cold(binding, name), 1500, name);

    for (const name of ["a", "ab", "a:"]) {
      expect((await cold(binding, name).read()).values).toEqual(numbers(1500, name));
    }
    const continued = calls.flatMap(([method, options]) =>
      method === "list" ? [options as { prefix: string; cursor?: string }] : [],
    );
    expect(continued.filter(({ cursor }) => cursor !== undefined)).not.toEqual([]);
    for (const { prefix, cursor } of continued)
      if (cursor !== undefined) expect(cursor.slice("after-".length).startsWith(prefix)).toBe(true);
  });

  test.each([{ cursor: "" }, { cursor: null }, { cursor: undefined }, {}])(
    "a last page with %o ends it after three pages",
    async (lastCursor) => {
      const { binding } = fakeKV({ lastCursor });
      await appendNumbers(cold(binding), 2500);

      const { values, operations } = await cold(binding).read();

      expect(values).toEqual(numbers(2500));
      expect(operations).toEqual(only({ list: 3 }));
    },
  );

  test("a page that fails at every try fails the read, and not the next one", async () => {
    const { binding } = fakeKV();
    const cause = new Error("KV GET failed: 503 Service Unavailable");
    let pages = 0;
    let isBroken = true;
    const failing: KVNamespaceLike = {
      ...binding,
      list: async (options) => {
        if (options.cursor === undefined) pages = 0;
        if (++pages >= 3 && isBroken) throw cause;
        return await binding.list(options);
      },
    };
    await appendNumbers(cold(binding), 3500);
    const list = createListStore(workersKV(failing), { clock: testClock() }).list("numbers");

    await expect(list.read()).rejects.toMatchObject({ code: "store-failed", cause });
    isBroken = false;
    expect((await list.read()).values).toEqual(numbers(3500));
  });
});

describe("what a call costs", () => {
  test("a hundred small batches are read with one list", async () => {
    const { binding } = fakeKV();
    await appendNumbers(cold(binding), 100, "x".repeat(200));

    expect((await cold(binding).read()).operations).toEqual(only({ list: 1 }));
  });

  test("a hundred larger ones are read with one list and one bulk get of a hundred keys", async () => {
    const { binding, calls } = fakeKV();
    await appendNumbers(cold(binding), 100, "x".repeat(2000));
    calls.length = 0;

    const { values, operations } = await cold(binding).read();

    expect(values).toHaveLength(100);
    expect(operations).toEqual(only({ list: 1, getMany: 1 }));
    expect(calls.map(([method]) => method)).toEqual(["list", "get"]);
    expect(calls[1]?.[1]).toHaveLength(100);
  });

  test("no key but the head is ever put twice in the life of a list", async () => {
    const { binding, calls } = fakeKV();
    const clock = testClock();
    const list = createListStore(workersKV(binding), { clock }).list("numbers");

    for (let round = 0; round < 3; round++) {
      await appendNumbers(list, 50);
      const [first] = (await list.read()).entries;
      if (first !== undefined) await list.remove(first);
      await list.compact();
      clock.pass(GRACE_PASSES_MS);
    }

    const keys = calls.flatMap(([method, key]) =>
      method === "put" && !String(key).endsWith("/h") ? [key] : [],
    );
    expect(keys.length).toBeGreaterThan(150);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("errors that differ only in their text", () => {
  test("a write that is throttled twice succeeds after a second or more, as one entry", async () => {
    const clock = testClock();
    const { binding, attempts } = refusing("KV PUT failed: 429 Too Many Requests", 2);
    const list = createListStore(workersKV(binding), { clock }).list("numbers");
    const before = clock.now();

    await list.append(1);

    expect(clock.now() - before).toBeGreaterThanOrEqual(1000);
    expect(new Set(attempts).size).toBe(1);
    expect((await list.read()).values).toEqual([1]);
  });

  test("a write that is always throttled rejects with `throttled`", async () => {
    const { binding, attempts } = refusing(
      "KV PUT failed: 429 Too Many Requests",
      Number.POSITIVE_INFINITY,
    );
    const list = createListStore(workersKV(binding), { clock: testClock() }).list("numbers");

    await expect(list.append(1)).rejects.toMatchObject({ code: "throttled" });
    expect(attempts).toHaveLength(5);
  });

  test.each([
    "KV put() limit exceeded for the day.",
    "Too many API requests by single Worker invocation.",
  ])("%s: one try, and reads still work", async (message) => {
    const { binding, attempts } = refusing(message, Number.POSITIVE_INFINITY);
    const list = createListStore(workersKV(binding), { clock: testClock() }).list("numbers");

    await expect(list.append(1)).rejects.toMatchObject({ code: "quota-exhausted" });
    expect(attempts).toHaveLength(1);
    expect((await list.read()).values).toEqual([]);
  });

  test("a text that nobody knows is tried again under the same key, and kept as the cause", async () => {
    const { binding, attempts } = refusing("Something new", Number.POSITIVE_INFINITY);
    const list = createListStore(workersKV(binding), { clock: testClock() }).list("numbers");

    await expect(list.append(1)).rejects.toMatchObject({
      code: "store-failed",
      cause: new Error("Something new"),
    });
    expect(attempts).toHaveLength(5);
    expect(new Set(attempts).size).toBe(1);
  });
});

/** A namespace whose first puts are refused; `attempts` has the key and the bytes of every put. */
function refusing(
  message: string,
  times: number,
): { readonly binding: KVNamespaceLike; readonly attempts: readonly string[] } {
  const { binding } = fakeKV();
  const attempts: string[] = [];
  const put: KVNamespaceLike["put"] = async (key, value, options) => {
    attempts.push(JSON.stringify([key, value, options]));
    if (attempts.length <= times) throw new Error(message);
    await binding.put(key, value, options);
  };
  return { binding: { ...binding, put }, attempts };
}

/** A handle that shares no memory with another. */
function cold(binding: KVNamespaceLike, name = "numbers"): List {
  return createListStore(workersKV(binding)).list(name);
}

function numbers(count: number, text = ""): string[] {
  return Array.from({ length: count }, (_, index) => `${index}${text}`);
}

async function appendNumbers(list: List, count: number, text = ""): Promise<void> {
  for (const value of numbers(count, text)) await list.append(value);
}
