import { join } from "node:path";
import type { JsonValue } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { httpLists } from "../demo/http-lists.ts";
import { type Lists, replay } from "../demo/replay.ts";
import { simulatedLists } from "../demo/simulated-lists.ts";
import { lineOf, readTrace } from "../demo/trace.ts";
import { isFlawless } from "../demo/verdict.ts";
import { bundleWorker, startWorker } from "../demo/workerd.ts";

const TRACE = readTrace(150);
/** Long enough for writes of one key to be more than a second apart. */
const LONGER_TRACE = readTrace(1000);

describe("on the same requests in workerd", () => {
  test("the array in one key loses acknowledged appends, shardlist loses none", async () => {
    const script = await bundleWorker(join(import.meta.dirname, "../demo/worker.ts"));
    await using worker = await startWorker(script);

    const array = await replay(TRACE, httpLists(worker.url, "plain"), () => {});
    await using fresh = await startWorker(script);
    const shardlist = await replay(TRACE, httpLists(fresh.url, "shardlist"), () => {});

    expect(array.acknowledged).toBe(300);
    expect(array.lost).toBeGreaterThan(0);
    expect(shardlist).toMatchObject({ ...FLAWLESS, operationsPerAppend: 1 });
  });
});

describe.each(["reject", "clobber"] as const)("on the simulated store (hot keys: %s)", (hotKey) => {
  test.each(["plain", "retries", "backoff"] as const)(
    "the array loses appends (%s)",
    async (way) => {
      const outcome = await replay(LONGER_TRACE, simulatedLists(way, hotKey), () => {});

      expect(outcome.lost).toBeGreaterThan(0);
    },
  );

  test("shardlist loses and repeats none", async () => {
    const outcome = await replay(LONGER_TRACE, simulatedLists("shardlist", hotKey), () => {});

    expect(outcome).toMatchObject({ acknowledged: 2000, readBack: 2000, lost: 0, duplicated: 0 });
  });
});

test("the array loses more than four of five appends of the whole trace, as the README says", async () => {
  const lists = simulatedLists("plain", "clobber");
  const { lost, acknowledged } = await replay(readTrace(10_000), lists, () => {});

  expect(lost / acknowledged).toBeGreaterThan(0.8);
});

test.each([
  ["loses", { lost: 1 }],
  ["repeats", { duplicated: 1 }],
  ["never acknowledges", { acknowledged: 0, readBack: 0, errors: 300 }],
])("the demo fails when shardlist %s an append", (_, fault) => {
  const flawless = { ...FLAWLESS, requestsPerSecond: 1, operationsPerAppend: 1 };

  expect(isFlawless(flawless)).toBe(true);
  expect(isFlawless({ ...flawless, ...fault })).toBe(false);
});

describe("the replay notices", () => {
  test("what was acknowledged and isn't there", async () => {
    const outcome = await replay(TRACE, brokenLists({ keepEvery: 2 }), () => {});

    expect(outcome).toMatchObject({ acknowledged: 300, readBack: 150, lost: 150, duplicated: 0 });
  });

  test("what is there twice", async () => {
    const outcome = await replay(TRACE, brokenLists({ copies: 2 }), () => {});

    expect(outcome).toMatchObject({ readBack: 300, lost: 0, duplicated: 300 });
  });

  test("what was refused", async () => {
    const outcome = await replay(TRACE, brokenLists({ refuseEvery: 3 }), () => {});

    expect(outcome).toMatchObject({ attempted: 300, acknowledged: 200, errors: 100, lost: 0 });
  });

  test("what nobody appended", async () => {
    const lists: Lists = { ...brokenLists({}), read: async () => ["stranger"] };

    await expect(replay(TRACE, lists, () => {})).rejects.toThrow("nobody appended");
  });
});

const FLAWLESS = {
  attempted: 300,
  acknowledged: 300,
  readBack: 300,
  lost: 0,
  duplicated: 0,
  errors: 0,
};

interface Faults {
  readonly keepEvery?: number;
  readonly refuseEvery?: number;
  readonly copies?: number;
}

/** Lists in memory that keep, refuse or repeat appends by their place in the trace. */
function brokenLists({
  keepEvery = 1,
  refuseEvery = Number.POSITIVE_INFINITY,
  copies = 1,
}: Faults): Lists {
  const lists = new Map<string, string[]>();
  return {
    async append(list, request) {
      if (request.place % refuseEvery === 0 && Number.isFinite(refuseEvery))
        throw new Error("refused");
      if (request.place % keepEvery !== 0) return;
      const kept = lists.get(list) ?? [];
      lists.set(list, [...kept, ...Array.from({ length: copies }, () => lineOf(request))]);
    },
    read: async (list): Promise<readonly JsonValue[]> => lists.get(list) ?? [],
    settle: async () => {},
    operations: async () => 0,
    now: () => performance.now(),
  };
}
