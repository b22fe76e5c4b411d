import type * as cloudflare from "@shardlist/cloudflare";
import type * as core from "@shardlist/core";
import type * as memory from "@shardlist/core/memory";
import type * as testing from "@shardlist/core/testing";
import type * as vitest from "vitest";

/** What the docstrings of core and cloudflare take as given. */
declare global {
  const createListStore: typeof core.createListStore;
  const ListError: typeof core.ListError;
  const byValue: typeof core.byValue;
  const importArray: typeof core.importArray;
  const updateRecord: typeof core.updateRecord;
  const putWithRetry: typeof core.putWithRetry;
  const compactAll: typeof core.compactAll;
  const memoryStore: typeof memory.memoryStore;
  const simulatedStore: typeof testing.simulatedStore;
  const describeRecordStore: typeof testing.describeRecordStore;
  const recordStoreChecks: typeof testing.recordStoreChecks;
  const watchBinding: typeof testing.watchBinding;
  const workersKV: typeof cloudflare.workersKV;
  const r2: typeof cloudflare.r2;
  const expect: typeof vitest.expect;

  const env: { readonly LISTS: KVNamespace; readonly OLD: KVNamespace; readonly BUCKET: R2Bucket };
  const store: core.RecordStore;
  const lists: core.ListStore;
  const list: core.List;
  const value: core.JsonValue;
  const comments: core.List<{ readonly author: string; readonly text: string }>;
  const audit: core.List<{ readonly action: string }>;
  const calls: () => number;
  const failNext: testing.StoreUnderTest["failNext"];
  const setup: testing.StoreSetup;
  const traits: testing.StoreTraits;
  const report: (line: string) => void;
}
