import { createListStore } from "@shardlist/core";
import { simulatedStore } from "@shardlist/core/testing";
import { expect, test } from "vitest";
import { elementOf } from "./elements.ts";

const MINUTE = 60_000;

/** What the simulation has found, each as the smallest test that shows it. */
test("an append whose first put failed is stored by a store that drops a second write within a second", async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const store = simulatedStore({ seed, hotKey: "clobber", weather: { failures: { put: 0.4 } } });
    const { clock, random } = store;
    const list = createListStore(store, { clock, random }).list("guests");

    const stored = await list.append("ada").then(
      () => ["ada"],
      () => [],
    );

    expect((await createListStore(store, { clock }).list("guests").read()).values).toEqual(stored);
  }
});

test("passes shrink a list whose whole listing takes longer than a pass may", async () => {
  const store = simulatedStore({ limits: { pageSize: 1 }, latencyMs: 1000 });
  const { clock, random } = store;
  const times = { stalenessMs: MINUTE, graceMs: 2 * MINUTE, passMs: 20_000 };
  const list = createListStore(store, { clock, random, ...times }).list("guests");
  const elements = Array.from({ length: 60 }, (_, index) => index);
  for (const element of elements) await list.append(element);

  for (let pass = 0; pass < 40; pass++) {
    await list.compact();
    await store.advance(4 * MINUTE);
  }

  expect(store.contents.keys().filter((key) => key.includes("/e/"))).toEqual([]);
  const { values } = await createListStore(store, { clock, ...times, passMs: 2 * MINUTE })
    .list("guests")
    .read();
  expect(values.map(elementOf)).toEqual(elements);
});

test("a removed entry stays hidden from a reader that still lists it when its removal is forgotten", async () => {
  const graceMs = 2 * MINUTE;
  const store = simulatedStore({});
  const { clock, random } = store;
  const times = {
    clock,
    random,
    stalenessMs: MINUTE,
    graceMs,
    retentionMs: graceMs,
    passMs: MINUTE,
  };
  const open = (where = store.region("home")) => createListStore(where, times).list("guests");
  const entry = await open().append("ada");
  await open().remove(entry);
  await open().compact();
  await store.advance(4 * MINUTE);
  const [batch] = store.contents.keys().filter((key) => key.includes("/e/"));
  const text = store.contents.text(batch ?? "");

  await open().compact();
  await open().compact();
  // The reader's listing shows the batch, but no more the tombstone: keys lag independently.
  store.contents.write(batch ?? "", text);

  expect((await open().read()).values).toEqual([]);
});

test("a read shows every entry where the first page of the batches is empty and the tombstones took many pages", async () => {
  for (let seed = 1; seed <= 200; seed++) {
    const weather = { emptyPages: 0.4 };
    const store = simulatedStore({
      seed,
      limits: { pageSize: 1 },
      latencyMs: { min: 0, max: 40 },
      weather,
    });
    const { clock, random } = store;
    const open = () => createListStore(store, { clock, random }).list("guests");
    const entries = await open().appendAll(Array.from({ length: 20 }, (_, index) => index));
    await open().append("ada");
    await open().append("ben");
    for (const entry of entries) await open().remove(entry);

    const { values } = await open().read();
    expect([seed, [...values].sort()]).toEqual([seed, ["ada", "ben"]]);
  }
});
