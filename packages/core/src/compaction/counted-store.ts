import type { RecordStore } from "../record-store.ts";

/** The store, with every call counted. */
export function counted(store: RecordStore, counter: { made: number }): RecordStore {
  const count = <Args extends readonly unknown[], Result>(call: (...args: Args) => Result) => {
    return (...args: Args): Result => {
      counter.made++;
      return call(...args);
    };
  };
  const { getMany } = store;
  return {
    name: store.name,
    limits: store.limits,
    put: count((key, record, options) => store.put(key, record, options)),
    get: count((ref) => store.get(ref)),
    ...(getMany === undefined ? {} : { getMany: count((refs) => getMany.call(store, refs)) }),
    delete: count((ref) => store.delete(ref)),
    list: count((prefix, cursor) => store.list(prefix, cursor)),
    classify: (error) => store.classify(error),
  };
}
