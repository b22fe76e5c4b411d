import { optionsOf } from "./check-option.ts";
import { type Entry, type EntryRef, isId } from "./entry.ts";
import { ListError } from "./errors.ts";
import { checkedKeyOf, joinByKey, observedIds, withKey } from "./identity.ts";
import type { ListContext } from "./list-context.ts";
import type { AppendOptions, ReadResult, SlimList } from "./list-types.ts";
import { type ListState, visibleEntries } from "./merge.ts";
import { createOwnWrites, openEntry } from "./own-writes.ts";
import { type PreparedEntry, prepareEntry } from "./prepare.ts";
import { readList } from "./read.ts";
import type { ValueSettings } from "./settings.ts";
import { createStoreCalls, type StoreCalls } from "./store-calls.ts";
import { planTombstones, putEntries, putTombstones } from "./write.ts";

/** Ids remembered with what repeats them, before they are all forgotten. */
const MAX_REPEATS = 10_000;

/** A slim handle, and what the full handle is made of besides it. */
export interface SlimParts<T> {
  readonly slim: SlimList<T>;
  /** What a state shows, without this handle's own writes, and before entries of one key are joined. */
  open(state: ListState): Promise<readonly Entry<T>[]>;
  /** What a state shows to the caller of this handle. */
  show(state: ListState): Promise<readonly Entry<T>[]>;
  result(calls: StoreCalls, state: ListState): Promise<ReadResult<T>>;
  removeIds(ids: Iterable<string>): Promise<void>;
  layOver(state: ListState): ListState;
}

/** A handle on one list. It remembers its own writes and nothing else; making one costs no I/O. */
export function createSlimList<T>(
  context: ListContext,
  values: Omit<ValueSettings<T>, "checkValue">,
): SlimParts<T> {
  const { settings } = context;
  const { checkRead, keyOf } = values;
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
    return own.map((entry) => withKey(openEntry<T>(entry), keyOf));
  }

  async function open(state: ListState): Promise<readonly Entry<T>[]> {
    // The store's values are what appends of a T put there; `checkOnRead` is for those who don't rely on it.
    const visible = visibleEntries(state, settings.clock.now()) as readonly Entry<T>[];
    return checkRead ? await checkRead(visible) : visible;
  }

  async function show(state: ListState): Promise<readonly Entry<T>[]> {
    const opened = await open(ownWrites.layOver(state));
    const entries = joinByKey(opened, keyOf);
    if (entries === opened) return entries; // no entry has an identity, so none has repeats
    if (repeatsById.size > MAX_REPEATS) repeatsById.clear();
    for (const entry of entries) {
      const ids = observedIds(entry);
      if (ids.length > 1) for (const id of ids) repeatsById.set(id, ids);
    }
    return entries;
  }

  async function result(calls: StoreCalls, state: ListState): Promise<ReadResult<T>> {
    const entries = await show(state);
    return { entries, values: entries.map(({ value }) => value), operations: calls.counts() };
  }

  async function removeIds(ids: Iterable<string>): Promise<void> {
    const unique = [...new Set(ids)];
    if (unique.length === 0) return;
    await putTombstones(context, newCalls(), planTombstones(context, unique));
    ownWrites.removed(unique);
  }

  function idsOf(ref: EntryRef): readonly string[] {
    const entry = isId(ref) ? { id: ref } : ref;
    if (isId(entry?.id)) return [...observedIds(entry), ...(repeatsById.get(entry.id) ?? [])];
    throw new ListError("invalid-value", "`remove` takes entries, or their ids");
  }

  const slim: SlimList<T> = {
    name: context.name,
    // Ids are drawn before anything is awaited, so that entries stand in the order of the calls.
    async append(value, options = {}) {
      const [entry] = await store([prepare(value, options, "value")]);
      return entry as Entry<T>;
    },
    async appendAll(all, options = {}) {
      const keyOfValue = checkedKeyOf(optionsOf(options).keyOf);
      return await store(
        valuesOf(all).map((value, index) =>
          prepare(value, { key: keyOfValue?.(value, index) }, pathOf(index)),
        ),
      );
    },
    async remove(target) {
      const refs = isIterable<EntryRef>(target) ? [...target] : [target];
      await removeIds(refs.flatMap(idsOf));
    },
    async read() {
      const calls = newCalls();
      const { state } = await readList(context, calls, false);
      return await result(calls, state);
    },
  };
  return { slim, open, show, result, removeIds, layOver: ownWrites.layOver };
}

/** What `appendAll` was given, as an array. */
export function valuesOf<T>(values: Iterable<T>): readonly T[] {
  if (isIterable<T>(values)) return [...values];
  throw new ListError("invalid-value", "`appendAll` takes an iterable of values");
}

/** What messages call a value among several. */
export function pathOf(index: number): string {
  return `values[${index}]`;
}

function isIterable<Item>(many: unknown): many is Iterable<Item> {
  return typeof many === "object" && many !== null && Symbol.iterator in many;
}
