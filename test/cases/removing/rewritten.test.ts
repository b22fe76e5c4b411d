import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
import { appendEach, createScene, numbers } from "../support/scene.ts";

describe.each(KINDS)("with $records", (kind) => {
  test.each([300, 30])(
    "what a large segment holds stays removed while small ones beside it are rewritten for two days (%i bytes a value)",
    async (bytes) => {
      const { cold, passes } = createScene(kind);
      await appendEach(
        cold(),
        numbers(0, 300).map((n) => `${n}`.padStart(bytes)),
      );
      await passes(2);
      const expected = (await cold().read()).entries.slice(5);
      await cold().remove((await cold().read()).entries.slice(0, 5));

      for (let round = 0; round < 144; round++) {
        expected.push(await cold().append(round));
        expect((await cold().read()).entries).toEqual(expected);
        await passes(1);
      }
    },
  );

  // https://github.com/milvus-io/milvus/issues/17625
  test.each([
    { entries: 100, remove: (n: number) => n % 2 === 0 },
    { entries: 100, remove: (n: number) => n >= 50 },
    { entries: 7, remove: (n: number) => n === 3 },
  ])(
    "of $entries entries the same ones are left after three passes",
    async ({ entries, remove }) => {
      const { cold, passes, values, keys } = createScene(kind);
      await appendEach(cold(), numbers(0, entries));
      const all = (await cold().read()).entries;
      await cold().remove(all.filter((_, index) => remove(index)));
      const left = numbers(0, entries).filter((n) => !remove(n));

      for (let pass = 0; pass < 3; pass++) {
        expect(await values()).toEqual(left);
        await passes(1);
      }
      expect(await values()).toEqual(left);
      expect([...keys("batch"), ...keys("tombstone")]).toEqual([]);
    },
  );

  test("removed before, between and after passes: each entry stays removed", async () => {
    const { cold, passes, values } = createScene(kind);
    const list = cold();
    for (let round = 0; round < 8; round++) {
      await appendEach(list, numbers(round * 10, round * 10 + 10));
      const { entries } = await cold().read();
      await cold().remove(entries.filter(({ value }) => Number(value) % 10 === round % 10));
      await passes(1);
    }

    const left = (await cold().read()).values.map(Number);
    expect(left).toEqual(numbers(0, 80).filter((n) => left.includes(n)));
    for (let pass = 0; pass < 100; pass++) await passes(1);
    expect(await values()).toEqual(left);
  });

  // https://github.com/basho/riak_kv/issues/1777
});
