import { ListError } from "./errors.ts";
import type { JsonValue } from "./json.ts";
import type { ListPage, OperationCounts, PutOptions, RecordStore } from "./record-store.ts";
import { classifySafely, withRetry } from "./retry.ts";
import type { Settings } from "./settings.ts";

/** Records by ref; `undefined` where there is none. */
export type Answers = Map<string, JsonValue | undefined>;

/** A store's calls with retries, counted. */
export interface StoreCalls {
  put(key: string, record: JsonValue, options?: PutOptions): Promise<void>;
  get(ref: string): Promise<JsonValue | undefined>;
  /**
   * Reads any number of records, in bulk where the store can; a ref that the bulk read leaves out is read by itself.
   */
  getAll(refs: readonly string[]): Promise<Answers>;
  delete(ref: string): Promise<void>;
  list(prefix: string, cursor?: string): Promise<ListPage>;
  counts(): OperationCounts;
}

/**
 * Everything that one public call does on the store goes through one of these. `beforeCall` hears of every attempt, and
 * may end it by throwing a {@link ListError}.
 */
export function createStoreCalls(
  store: RecordStore,
  settings: Settings,
  beforeCall?: () => void,
): StoreCalls {
  const counts = { put: 0, get: 0, getMany: 0, delete: 0, list: 0 };

  function call<T>(
    operation: keyof OperationCounts,
    key: string,
    run: () => Promise<T> | T,
  ): Promise<T> {
    return withRetry(store, settings, { operation, key }, () => {
      beforeCall?.();
      counts[operation]++;
      return run();
    });
  }

  const get = (ref: string) => call("get", ref, () => store.get(ref));

  async function getInto(answers: Answers, refs: readonly string[]): Promise<void> {
    try {
      if (refs.length > 1) {
        const found = await call("getMany", refs[0] ?? "", () => store.getMany?.(refs));
        for (const [ref, record] of found ?? []) answers.set(ref, record);
      }
      const left = refs.filter((ref) => !answers.has(ref));
      await mapParallel(left, settings.concurrency, async (ref) =>
        answers.set(ref, await get(ref)),
      );
    } catch (error) {
      // Workers KV refuses a bulk read of more than 25 MB: halves of it may fit.
      const isRefused =
        error instanceof ListError && classifySafely(store, error.cause) === "invalid";
      if (refs.length === 1 || !isRefused) throw error;
      const middle = Math.ceil(refs.length / 2);
      await getInto(answers, refs.slice(0, middle));
      await getInto(answers, refs.slice(middle));
    }
  }

  return {
    put: (key, record, options) => call("put", key, () => store.put(key, record, options)),
    get,
    async getAll(refs) {
      const groups = groupsOf(refs, store.getMany ? settings.limits.bulkGetKeys : 1);
      const answers: Answers = new Map();
      await mapParallel(groups, settings.concurrency, (group) => getInto(answers, group));
      return answers;
    },
    delete: (ref) => call("delete", ref, () => store.delete(ref)),
    list: (prefix, cursor) => call("list", prefix, () => store.list(prefix, cursor)),
    counts: () => ({ ...counts }),
  };
}

/**
 * Runs `work` over `items`, at most `limit` at once, and keeps their order. Waits for what runs before it rejects, so
 * that no store call is left open.
 */
export async function mapParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  let next = 0;
  async function worker(): Promise<void> {
    while (next < items.length) {
      const index = next++;
      try {
        results[index] = await work(items[index] as Item);
      } catch (error) {
        failures.push(error);
        next = items.length;
      }
    }
  }
  await Promise.all(items.slice(0, limit).map(worker));
  if (failures.length > 0) throw failures[0];
  return results;
}

/** Items in groups of `size`; the last one may be smaller. */
export function groupsOf<Item>(items: readonly Item[], size: number): (readonly Item[])[] {
  const groups: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += size)
    groups.push(items.slice(start, start + size));
  return groups;
}
