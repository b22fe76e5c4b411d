import { type CompactOptions, createListStore, type RecordStore } from "@shardlist/core";
import { type Check, expectSame, numbersBelow, withoutFetch } from "./check.ts";

/** Two grace periods, by the defaults. */
const GRACE_MS = 30 * 60_000;

/** What passes promise over any store. */
export function passPromises(open: () => RecordStore): readonly Check[] {
  const cold = () => createListStore(open()).list("numbers");
  return [
    {
      name: "passes change no read, leave only segments, and then cost one listing",
      async run() {
        const { list, pass } = life(open);
        for (const n of numbersBelow(60)) await list.append(n);
        await list.append("x".repeat(5000));
        const { entries } = await list.read();
        await list.remove(entries.slice(0, 20));
        for (const n of numbersBelow(4)) {
          await pass();
          expectSame((await cold().read()).entries, entries.slice(20), `entries after pass ${n}`);
        }
        const keys = (await open().list("")).records.map(({ key }) => key);
        expectSame(
          keys.filter((key) => /\/[de]\//.test(key)),
          [],
          "loose keys",
        );
        const idle = { put: 0, get: 0, getMany: 0, delete: 0, list: 1 };
        expectSame((await pass()).operations, idle, "calls of an idle pass");
        expectSame((await cold().verify()).ok, true, "verify");
      },
    },
    {
      name: "what a pass has consolidated is read with one or two gets and no listing",
      async run() {
        const { list, pass } = life(open);
        await list.appendAll(numbersBelow(500));
        await pass();
        const { values, operations } = await cold().read({ freshness: "consolidated" });
        expectSame(values, numbersBelow(500), "values");
        expectSame(operations.list, 0, "listings");
        expectSame(operations.get <= 2, true, `${operations.get} gets are one or two`);
      },
    },
    {
      name: "passes of at most 25 calls fold 100 batches and say that there is more to do",
      async run() {
        const { list, pass } = life(open);
        for (const n of numbersBelow(100)) await list.append(n);
        let passes = 0;
        for (let remaining = 1; remaining > 0 && passes < 20; passes++) {
          const report = await pass({ maxOperations: 25 });
          remaining = report.remaining;
          const calls = Object.values(report.operations).reduce((sum, count) => sum + count, 0);
          expectSame(calls <= 25, true, `${calls} calls are at most 25`);
        }
        expectSame(passes > 2 && passes < 20, true, `${passes} passes are several, not endless`);
        expectSame((await cold().read()).values, numbersBelow(100), "values");
      },
    },
    {
      name: "a whole life needs no fetch",
      run: () =>
        withoutFetch(async () => {
          const { list, pass } = life(open);
          const entries = await list.appendAll(["a", "b", "c"]);
          await list.remove(entries.slice(0, 1));
          for (const _ of numbersBelow(3)) await pass();
          expectSame((await cold().read()).values, ["b", "c"], "values");
        }),
    },
  ];
}

/**
 * A list, and passes on handles that share no memory with it. After each pass its clock moves on by
 * two grace periods.
 */
function life(open: () => RecordStore) {
  let now = Date.now();
  const goOn = (ms: number) => {
    now += ms;
  };
  const clock = { now: () => now, sleep: async (ms: number) => goOn(ms) };
  const handle = () => createListStore(open(), { clock }).list("numbers");
  return {
    list: handle(),
    async pass(options: CompactOptions = {}) {
      const report = await handle().compact(options);
      goOn(GRACE_MS);
      return report;
    },
  };
}
