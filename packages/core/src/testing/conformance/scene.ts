import type { JsonValue } from "../../json.ts";
import type { ListedRecord, ListPage, PutOptions, RecordStore } from "../../record-store.ts";
import { BrokenPromise, expectThat } from "./expectations.ts";
import type {
  RecordStoreCheck,
  StoreSetup,
  StoreTraits,
  StoreUnderTest,
} from "./store-under-test.ts";

/** A store in which one check plays, with the steps that checks are made of. */
export interface Scene {
  readonly store: RecordStore;
  readonly traits: StoreTraits;
  calls(): number;
  failNext: StoreUnderTest["failNext"];
  /** Waits until what was written shows. */
  settle(): Promise<void>;
  /** Puts one record and waits until it shows. */
  put(key: string, record: JsonValue, options?: PutOptions): Promise<void>;
  /** Puts `record` under each of the keys and waits until they show. */
  putAll(keys: readonly string[], record: JsonValue): Promise<void>;
  /** Deletes each of the refs and waits until that shows. */
  deleteAll(refs: readonly string[]): Promise<void>;
  /**
   * Every page under a prefix, from a cursor on. `turn` loads one page where something else is to
   * happen, too.
   */
  pages(prefix: string, cursor?: string, turn?: TurnPage): Promise<ListPage[]>;
  /** Every listed record under a prefix. */
  listed(prefix: string): Promise<ListedRecord[]>;
  /** The one listed record of a key, which is an error to lack. */
  find(key: string): Promise<ListedRecord>;
  /** The record that a listed one stands for, as the core reads it. */
  read(listed: ListedRecord): Promise<JsonValue | undefined>;
}

/** Loads one page. */
export type TurnPage = (prefix: string, cursor?: string) => Promise<ListPage>;

/** Makes a check of a name and of what is to happen. */
export type MakeCheck = (name: string, play: (scene: Scene) => Promise<void>) => RecordStoreCheck;

/** Makes checks of one group: each gets a fresh store. */
export function checksOf(
  group: RecordStoreCheck["group"],
  setup: StoreSetup,
  traits: StoreTraits,
): MakeCheck {
  return (name, play) => ({
    group,
    name,
    run: async () => play(sceneOf(await setup(), traits)),
  });
}

/** No listing here is longer; a store that gives out cursors for ever is stopped. */
const MOST_PAGES = 1000;

function sceneOf(
  { store, calls, failNext, settle = async () => {} }: StoreUnderTest,
  traits: StoreTraits,
): Scene {
  async function pages(
    prefix: string,
    start?: string,
    turn: TurnPage = (...place) => store.list(...place),
  ): Promise<ListPage[]> {
    const found: ListPage[] = [];
    const cursors = new Set<string>();
    for (let cursor = start; found.length < MOST_PAGES; ) {
      const page = await turn(prefix, cursor);
      found.push(page);
      cursor = page.cursor;
      if (cursor === undefined) return found;
      expectThat(
        typeof cursor === "string" && cursor !== "",
        `a cursor is text, got ${JSON.stringify(cursor)}`,
      );
      expectThat(!cursors.has(cursor), `the cursor ${cursor} came twice`);
      cursors.add(cursor);
    }
    throw new BrokenPromise(`the listing of "${prefix}" has no end`);
  }

  async function listed(prefix: string): Promise<ListedRecord[]> {
    return (await pages(prefix)).flatMap((page) => page.records);
  }

  return {
    store,
    traits,
    calls,
    failNext,
    settle,
    async put(key, record, options) {
      await store.put(key, record, options);
      await settle();
    },
    async putAll(keys, record) {
      await inParallel(keys, store.limits.parallelCalls, (key) => store.put(key, record));
      await settle();
    },
    async deleteAll(refs) {
      await inParallel(refs, store.limits.parallelCalls, (ref) => store.delete(ref));
      await settle();
    },
    pages,
    listed,
    async find(key) {
      const found = (await listed(key)).filter((one) => one.key === key);
      const [first] = found;
      if (first !== undefined && found.length === 1) return first;
      throw new BrokenPromise(`"${key}" is listed ${found.length} times`);
    },
    read: async (one) => (one.record === undefined ? store.get(one.ref) : one.record),
  };
}

async function inParallel<T>(
  items: readonly T[],
  lanes: number,
  action: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const lane = async () => {
    for (const item of rest) await action(item);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
}
