import type { RecordStore } from "@shardlist/core";

/**
 * A store whose methods do what `change` makes of each call; the arguments after the first are the
 * call's.
 */
export function changed(
  store: RecordStore,
  change: (operation: Operation, call: () => Promise<unknown>) => Promise<unknown>,
): RecordStore {
  const { getMany } = store;
  // Each `as` restores the type of the call that `change` was handed.
  return {
    ...store,
    put: (...args) => change("put", () => store.put(...args)) as Promise<void>,
    get: (...args) => change("get", () => store.get(...args)) as ReturnType<RecordStore["get"]>,
    delete: (...args) => change("delete", () => store.delete(...args)) as Promise<void>,
    list: (...args) => change("list", () => store.list(...args)) as ReturnType<RecordStore["list"]>,
    ...(getMany === undefined
      ? {}
      : {
          getMany: (refs: readonly string[]) =>
            change("getMany", () => getMany(refs)) as ReturnType<typeof getMany>,
        }),
  };
}

export type Operation = "put" | "get" | "getMany" | "delete" | "list";

/** The store, and how many of its calls are under way. */
export function watched(store: RecordStore): { readonly store: RecordStore; open(): number } {
  let open = 0;
  const watching = changed(store, async (_, call) => {
    open++;
    try {
      return await call();
    } finally {
      open--;
    }
  });
  return { store: watching, open: () => open };
}

/** The store, with every method throwing on the spot. */
export function throwing(store: RecordStore, error: unknown): RecordStore {
  const fail = (): never => {
    throw error;
  };
  return { ...store, put: fail, get: fail, getMany: fail, delete: fail, list: fail };
}
