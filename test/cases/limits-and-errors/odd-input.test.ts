import {
  compactAll,
  createListStore,
  importArray,
  ListError,
  type RecordStore,
} from "@shardlist/core";
import { memoryStore } from "@shardlist/core/memory";
import { expect, test } from "vitest";
import { MINUTE } from "../support/scene.ts";
import { virtual } from "../support/virtual.ts";

test("a slow listing misses no entry when a pass rewrites segments behind the reader's back", async () => {
  const { clock, pass } = virtual();
  const store = memoryStore({ limits: { pageSize: 1, segmentBytes: 3000 } });
  const options = { stalenessMs: 5_000, graceMs: 10_000 };
  const at = (skew: number, of: RecordStore = store) =>
    createListStore<string>(of, { ...options, clock: clock(skew) }).list("a");
  await at(0).append("x".repeat(2_000));
  await at(0).compact();
  pass(1000);
  await at(0).append("one");
  await at(0).compact();
  pass(MINUTE);
  await at(0).compact();
  pass(MINUTE);
  let isFirst = true;
  const slow: RecordStore = {
    ...store,
    async list(prefix, cursor) {
      const page = await store.list(prefix, cursor);
      if (isFirst && page.records.some(({ key }) => key.includes("/s/"))) {
        // the reader stalls for 20 s between two pages; a machine that is 200 s behind runs two
        // passes
        isFirst = false;
        await at(-200_000).append("y".repeat(600));
        await at(-200_000).compact();
        pass(20_000);
        await at(-200_000).compact();
      }
      return page;
    },
  };
  const read = await at(0, slow)
    .read()
    .catch((error: ListError) => error.code);
  // acknowledged two minutes before the read began
  if (typeof read !== "string") expect(read.values).toContain("one");
});

test("a pass on a clock a day ahead doesn't freeze the consolidated state", async () => {
  const { clock, pass } = virtual();
  const store = memoryStore();
  const at = (skew: number) => createListStore<string>(store, { clock: clock(skew) }).list("a");
  const old = await at(0).append("old");
  await at(24 * 60 * MINUTE).compact();
  await at(0).remove(old);
  await at(0).append("new");
  for (let i = 0; i < 10; i++) {
    await at(0).compact();
    pass(60 * MINUTE);
  }
  expect((await at(0).read({ freshness: "consolidated" })).values).toEqual(["new"]);
});

test("a limit that a store leaves undefined has its default", async () => {
  const base = memoryStore();
  const store = { ...base, limits: { ...base.limits, bulkGetKeys: undefined as never } };
  await createListStore<string>(store).list("a").append("x".repeat(3000));
  await createListStore<string>(store).list("a").append("y".repeat(3000));
  expect((await createListStore<string>(store).list("a").read()).entries).toHaveLength(2);
});

test("importing what is no JSON is refused as an append of it is", async () => {
  for (const value of [undefined, 1n, () => 1])
    expect(
      await importArray(createListStore<unknown>(memoryStore()).list("a"), [value]).catch(
        (cause: unknown) => cause,
      ),
    ).toBeInstanceOf(ListError);
});

test("classes of arrays, and objects that answer with functions, are refused", async () => {
  class Words extends Array<string> {
    toJSON() {
      return this.join(" ");
    }
  }
  const list = createListStore<unknown>(memoryStore()).list("a");
  const words = new Words();
  words.push("a");
  await expect(list.append(words)).rejects.toThrow(ListError);
  await expect(list.append(new Proxy({ a: 1 }, { get: () => () => undefined }))).rejects.toThrow(
    ListError,
  );
});

test("the time for many lists counts from finding them on", async () => {
  const { clock, pass, now } = virtual();
  const base = memoryStore({ limits: { pageSize: 2 } });
  for (let i = 0; i < 40; i++)
    await createListStore<number>(base, { clock: clock() }).list(`l${i}`).append(i);
  const slow: RecordStore = {
    ...base,
    async list(prefix, cursor) {
      pass(1000);
      return await base.list(prefix, cursor);
    },
  };
  const start = now();
  const report = await compactAll(slow, { maxMs: 5000, clock: clock() });
  expect(now() - start).toBeLessThan(8000);
  expect(report.reports.size).toBeGreaterThan(0);
});

test("an id stands for its repeats after the newest entries were read in between", async () => {
  const { clock, pass } = virtual();
  const store = memoryStore({ limits: { segmentBytes: 200 } });
  const at = () => createListStore<string>(store, { clock: clock() }).list("a");
  await at().append("first", { key: "k" });
  pass(10);
  await at().append("second", { key: "k" });
  pass(10);
  await at().compact();
  pass(30 * MINUTE);
  await at().compact();
  for (let i = 0; i < 10; i++) {
    await at().append("pad".repeat(20));
    pass(10);
  }
  await at().compact();
  pass(30 * MINUTE);
  await at().compact();
  const list = at();
  const id = (await list.read()).entries[0]?.id ?? "";
  await list.latest(1);
  await list.remove(id);
  expect((await list.read()).entries.filter(({ key }) => key === "k")).toEqual([]);
});
