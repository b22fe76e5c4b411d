import { describe, expect, test } from "vitest";
import { ListError } from "../src/errors.ts";
import { memoryStore } from "../src/memory/index.ts";
import type { RecordStore } from "../src/record-store.ts";
import {
  describeRecordStore,
  recordStoreChecks,
  SimulatedStoreError,
  type SimulatedStoreOptions,
  type StoreTraits,
  type StoreUnderTest,
  simulatedStore,
  watchBinding,
} from "../src/testing/index.ts";

const PLAIN: StoreTraits = {
  smallRecords: "with-the-listing",
  refs: "are-keys",
  bulkGets: true,
  errors: [
    { error: new ListError("invalid-name", "the key has 513 bytes"), is: "invalid" },
    { error: new TypeError("undefined is not a function"), is: "unknown" },
  ],
};

/**
 * A memory store calls no binding: here it is one itself, behind an adapter that only passes on.
 */
function overMemory(
  memory: RecordStore = memoryStore({ limits: { pageSize: 20 } }),
): StoreUnderTest {
  const { binding, failNext } = watchBinding(memory);
  const { name, limits, classify } = memory;
  const store: RecordStore = {
    name,
    limits,
    put: async (...args) => binding.put(...args),
    get: async (...args) => binding.get(...args),
    getMany: async (refs) => (await binding.getMany?.(refs)) ?? new Map(),
    delete: async (...args) => binding.delete(...args),
    list: async (...args) => binding.list(...args),
    classify,
  };
  return { store, calls: () => 0, failNext };
}

function overSimulated(options: SimulatedStoreOptions): StoreUnderTest {
  const simulated = simulatedStore({ limits: { pageSize: 20 }, ...options });
  return {
    store: simulated,
    calls: () => Object.values(simulated.counts()).reduce((sum, count) => sum + count, 0),
    failNext: (error) => void simulated.faults.fail({}, error),
    settle: simulated.settle,
  };
}

describeRecordStore("memory", () => overMemory(), PLAIN, { describe, test });

describeRecordStore(
  "simulated, faults off",
  () => overSimulated({}),
  { ...PLAIN, errors: [{ error: new SimulatedStoreError("throttled", "429"), is: "throttled" }] },
  { describe, test },
);

describeRecordStore(
  "simulated, an hour behind and with pages that come back empty",
  () =>
    overSimulated({
      staleness: { get: { max: 3_600_000 }, list: { max: 3_600_000, per: "call" } },
      latencyMs: { min: 1, max: 100 },
      pagesWalkDeleted: true,
      bulkGets: false,
      ownRefs: true,
      weather: { shortPages: 0.3, emptyPages: 0.3 },
    }),
  { ...PLAIN, refs: "of-their-own", bulkGets: false },
  { describe, test },
);

describeRecordStore(
  "memory, nothing with the listing",
  () => overMemory(memoryStore({ limits: { pageSize: 20, inlineBytes: 0 } })),
  { ...PLAIN, smallRecords: "by-get" },
  { describe, test },
);

/** The checks that a memory store fails when it is broken so. */
async function failing(broken: (store: RecordStore) => Partial<RecordStore>): Promise<string[]> {
  const setup = () => {
    const { store, ...hooks } = overMemory(
      memoryStore({ limits: { pageSize: 20, valueBytes: 20_000 } }),
    );
    return { store: { ...store, ...broken(store) }, ...hooks };
  };
  const failed: string[] = [];
  for (const { name, run } of recordStoreChecks(setup, PLAIN))
    await run().catch(() => failed.push(name));
  return failed;
}

describe("the suite itself", () => {
  test("passes a store that keeps every promise", async () => {
    expect(await failing(() => ({}))).toEqual([]);
  });

  test("catches a store that drops a page", async () => {
    const failed = await failing((store) => ({
      async list(prefix, cursor) {
        const page = await store.list(prefix, cursor);
        return cursor === undefined && page.cursor !== undefined
          ? store.list(prefix, page.cursor)
          : page;
      },
    }));

    expect(failed).toContain(
      "every page is reached, and every key comes once, in the order of bytes",
    );
  });

  test("catches a store that stops after one page", async () => {
    const failed = await failing((store) => ({
      list: async (prefix) => ({ records: (await store.list(prefix)).records }),
    }));

    expect(failed).toContain(
      "every page is reached, and every key comes once, in the order of bytes",
    );
  });

  test("catches a store whose listing of `a/` has `ab` in it", async () => {
    const failed = await failing((store) => ({
      list: (prefix, cursor) => store.list(prefix.replace(/\/$/, ""), cursor),
    }));

    expect(failed).toContain("the list `a/` isn't the list `ab`, `a` or `a:`");
  });

  test("catches a store whose cursors lead nowhere new", async () => {
    const failed = await failing((store) => ({
      list: async (prefix) => ({ ...(await store.list(prefix)), cursor: "again" }),
    }));

    expect(failed).toContain(
      "every page is reached, and every key comes once, in the order of bytes",
    );
  });

  test("catches a store that takes a failed get for a missing key", async () => {
    const failed = await failing((store) => ({
      get: (ref) => store.get(ref).catch(() => undefined),
    }));

    expect(failed).toContain("a get whose binding rejects is a rejection with that error");
  });

  test("catches a store that throws instead of rejecting", async () => {
    const failed = await failing(() => ({
      get: (ref) => {
        if (ref === "list/h") throw new Error("thrown on the spot");
        return Promise.resolve(undefined);
      },
    }));

    expect(failed).toContain("a get whose binding throws is a rejection with that error");
  });

  test("catches a store that shares its objects with the caller", async () => {
    const shared = new Map<string, never>();
    const failed = await failing((store) => ({
      put: async (key, record, options) => {
        shared.set(key, record as never);
        return store.put(key, record, options);
      },
      get: async (ref) => shared.get(ref) ?? store.get(ref),
    }));

    expect(failed).toContain("changing an object that was read doesn't change the record");
  });

  test("catches a store that counts characters where the limit is in bytes", async () => {
    const failed = await failing((store) => ({
      put: async (key, record, options) => store.put(key.replace(/é/g, "e"), record, options),
    }));

    expect(failed).toContain("keys are measured in bytes, not characters");
  });

  test("catches a store in which null can't be told from missing", async () => {
    const failed = await failing((store) => ({
      get: async (ref) => (await store.get(ref)) ?? undefined,
    }));

    expect(failed).toContain("null comes back from a get as it was put");
  });
});
