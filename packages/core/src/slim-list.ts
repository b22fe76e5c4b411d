import { type Entry, type EntryRef, isId } from "./entry.ts";
import { ListError } from "./errors.ts";
import { checkedKeyOf, joinByKey, observedIds } from "./identity.ts";
import type { ListContext } from "./list-context.ts";
import type { AppendOptions, ReadResult, SlimList } from "./list-types.ts";
import { type ListState, visibleEntries } from "./merge.ts";
import type { ValueSettings } from "./options.ts";
import { createOwnWrites, openEntry } from "./own-writes.ts";
import { type PreparedEntry, prepareEntry } from "./prepare.ts";
import { readList, type View } from "./read.ts";
import { createStoreCalls, type StoreCalls } from "./store-calls.ts";
import { putEntries, putTombstone } from "./write.ts";

/** Ids remembered with what repeats them, before they are all forgotten. */
const MAX_REPEATS = 10_000;

/** A slim handle, and what the full handle is made of besides it. */
export interface SlimParts<T> {
  readonly slim: SlimList<T>;
  /** What a state shows, without this handle's own writes, and before entries of one key are joined. */
  open(state: ListState): Promise<readonly Entry<T>[]>;
  /** What a state shows to the caller of this handle. */
  show(state: ListState): Promise<readonly Entry<T>[]>;
  result(calls: StoreCalls, view: View): Promise<ReadResult<T>>;
  removeIds(ids: Iterable<string>): Promise<void>;
  layOver(state: ListState): ListState;
}

/** A handle on one list. It remembers its own writes and nothing else; making one costs no I/O. */
export function createSlimList<T>(context: ListContext, values: ValueSettings<T>): SlimParts<T> {
  const { settings } = context;
  const { checkValue, checkRead, keyOf } = values;
  const ownWrites = createOwnWrites(settings);
  /** Ids that stand behind an id that this handle has read, for removals by id alone. */
  const repeatsById = new Map<string, readonly string[]>();
  const newCalls = () => createStoreCalls(context.store, settings);

  function prepare(value: T, options: AppendOptions, path: string): PreparedEntry {
    // Before anything is written: an identity that can't be had would make every later read reject.
    keyOf?.(value);
    return prepareEntry(context, value, options, path);
  }

  async function store(entries: readonly PreparedEntry[]): Promise<Entry<T>[]> {
    const own = await putEntries(context, newCalls(), entries);
    ownWrites.added(own);
    return own.flatMap((entry) => joinByKey([openEntry<T>(entry)], keyOf));
  }

  async function open(state: ListState): Promise<readonly Entry<T>[]> {
    // The store's values are what appends of a T put there; `checkOnRead` is for those who don't rely on it.
    const visible = visibleEntries(state, settings.clock.now()) as readonly Entry<T>[];
    return checkRead ? await checkRead(visible) : visible;
  }

  async function show(state: ListState): Promise<readonly Entry<T>[]> {
    const entries = joinByKey(await open(ownWrites.layOver(state)), keyOf);
    if (repeatsById.size > MAX_REPEATS) repeatsById.clear();
    for (const entry of entries) {
      const ids = observedIds(entry);
      if (ids.length > 1) for (const id of ids) repeatsById.set(id, ids);
    }
    return entries;
  }

  async function result(calls: StoreCalls, { state, missing }: View): Promise<ReadResult<T>> {
    const entries = await show(state);
    const found = {
      entries,
      values: entries.map((entry) => entry.value),
      operations: calls.counts(),
    };
    return missing.length === 0 ? found : { ...found, missing };
  }

  async function removeIds(ids: Iterable<string>): Promise<void> {
    const unique = [...new Set(ids)];
    if (unique.length === 0) return;
    await putTombstone(context, newCalls(), unique);
    ownWrites.removed(unique);
  }

  function idsOf(ref: unknown): readonly string[] {
    if (isId(ref)) return repeatsById.get(ref) ?? [ref];
    if (typeof ref === "object" && ref !== null && "id" in ref && isId(ref.id))
      return [...observedIds(ref as Entry<T>), ...(repeatsById.get(ref.id) ?? [])];
    throw new ListError("invalid-value", "`remove` takes entries, or their ids");
  }

  const slim: SlimList<T> = {
    name: context.name,
    // Ids are drawn before anything but a schema is awaited, so that entries stand in the order of the calls.
    async append(value, options = {}) {
      const checked = checkValue ? await checkValue(value, "value") : value;
      const [entry] = await store([prepare(checked, options, "value")]);
      return entry as Entry<T>;
    },
    async appendAll(all, options = {}) {
      const list = valuesOf(all);
      const givenKeyOf = checkedKeyOf(options.keyOf);
      const pathOf = (index: number) => `values[${index}]`;
      const checked = checkValue
        ? await Promise.all(list.map((value, index) => checkValue(value, pathOf(index))))
        : list;
      return await store(
        checked.map((value, index) =>
          prepare(value, { key: givenKeyOf?.(value, index) }, pathOf(index)),
        ),
      );
    },
    async remove(target) {
      await removeIds(refsOf(target).flatMap(idsOf));
    },
    async read() {
      const calls = newCalls();
      return await result(calls, await readList(context, calls, false));
    },
  };
  return { slim, open, show, result, removeIds, layOver: ownWrites.layOver };
}

function valuesOf<T>(values: Iterable<T>): readonly T[] {
  if (typeof values === "object" && values !== null && Symbol.iterator in values)
    return [...values];
  throw new ListError("invalid-value", "`appendAll` takes an array, or another iterable of values");
}

function refsOf(target: EntryRef | Iterable<EntryRef>): readonly unknown[] {
  const isMany = typeof target === "object" && target !== null && Symbol.iterator in target;
  return isMany ? [...target] : [target];
}
