/// <reference types="@fastly/js-compute" />

import { KVStore } from "fastly:kv-store";
import { recordStoreChecks, watchBinding } from "@shardlist/core/testing";
import { fastlyKV } from "@shardlist/fastly";
import type { Check } from "./check.ts";
import { listPromises } from "./list-promises.ts";

/**
 * The conformance suite of record stores and the promises of lists, over the KV store of this name,
 * which must be empty.
 */
export function checksOver(storeName: string): readonly Check[] {
  const setup = () => {
    const { binding, calls, failNext } = watchBinding(new KVStore(storeName));
    return { store: fastlyKV(binding), calls, failNext };
  };
  const conformance = recordStoreChecks(setup, {
    smallRecords: "with-the-listing",
    refs: "of-their-own",
    bulkGets: false,
    errors: [
      { error: new TypeError("KVStore insert: Too many requests."), is: "throttled" },
      { error: new TypeError("KVStore lookup: Internal error."), is: "transient" },
      { error: new TypeError("KVStore list: Bad request."), is: "invalid" },
      { error: new Error("put: Invalid argument.\n"), is: "invalid" },
    ],
  });
  return [
    ...conformance.map(({ group, name, run }) => ({ name: `store, ${group}: ${name}`, run })),
    ...listPromises(() => fastlyKV(new KVStore(storeName))).map(({ name, run }) => ({
      name: `list: ${name}`,
      run,
    })),
  ];
}
