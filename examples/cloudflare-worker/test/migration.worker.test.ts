import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { workersKV } from "@shardlist/cloudflare";
import { createListStore, importArray } from "@shardlist/core";
import { beforeEach, expect, test } from "vitest";

const KEY = "old-guests";

beforeEach(reset);

test("a list moves from one array to shardlist while old and new writers and readers go on", async () => {
  const oldWriter = async (guest: string) => {
    const guests = (await env.LISTS.get<string[]>(KEY, "json")) ?? [];
    await env.LISTS.put(KEY, JSON.stringify([...guests, guest]));
  };
  const oldReader = async () => (await env.LISTS.get<string[]>(KEY, "json")) ?? [];
  const open = () => createListStore<string>(workersKV(env.LISTS)).list("guests");
  const importOld = async () => await importArray(open(), await oldReader());

  for (let index = 0; index < 20; index++) {
    await oldWriter(`old ${index}`);
    await Promise.all([
      open().append(`new ${index}`),
      index % 3 === 0 ? importOld() : undefined,
      index % 5 === 0 ? open().compact() : undefined,
    ]);
    expect(await oldReader()).toContain(`old ${index}`);
  }
  await Promise.all([importOld(), importOld()]);
  await open().compact({ consolidateTo: KEY });

  const expected = Array.from({ length: 20 }, (_, index) => [
    `old ${index}`,
    `new ${index}`,
  ]).flat();
  expect([...(await open().read()).values].sort()).toEqual([...expected].sort());
  expect(await oldReader()).toEqual((await open().read()).values);
});

test("importing an array again appends only what it has gained", async () => {
  const list = createListStore<string>(workersKV(env.LISTS)).list("votes");

  const first = await importArray(list, ["yes", "no", "yes"]);
  const again = await importArray(list, ["yes", "no", "yes"]);
  const grown = await importArray(list, ["yes", "no", "yes", "yes"]);

  expect([first, again, grown]).toEqual([3, 0, 1]);
  expect((await list.read()).values).toEqual(["yes", "no", "yes", "yes"]);
});
