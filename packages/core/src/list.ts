import { compactList } from "./compaction/compact.ts";
import { addCounts, checkPlainArray, checkPlainKey } from "./compaction/plain-array.ts";
import type { CompactionReport, CompactOptions } from "./compaction/report.ts";
import { readConsolidated } from "./consolidated.ts";
import { type Entry, type EntryRef, isId } from "./entry.ts";
import { ListError } from "./errors.ts";
import { createWindowJoiner, joinByKey, observedIds } from "./identity.ts";
import { iterateWindows } from "./iterate.ts";
import { readLatest } from "./latest.ts";
import type { ListContext } from "./list-context.ts";
import type { AppendOptions, List, ReadOptions, ReadResult } from "./list-types.ts";
import { type ListState, visibleEntries } from "./merge.ts";
import { positive, type ValueSettings } from "./options.ts";
import { createOwnWrites, openEntry } from "./own-writes.ts";
import { prepareEntry } from "./prepare.ts";
import { readList } from "./read.ts";
import { applySchema } from "./schema.ts";
import { createStoreCalls } from "./store-calls.ts";
import { verifyList } from "./verify.ts";
import { checkSize, type PreparedEntry, putEntries, putTombstone } from "./write.ts";

/** A handle on one list. It remembers its own writes and nothing else; making one costs no I/O. */
export function createList<T>(context: ListContext, values: ValueSettings<T>): List<T> {
  const { settings } = context;
  const ownWrites = createOwnWrites(settings);
  /** Ids that stand behind an id that this handle has read, for removals by id alone. */
  const repeatsById = new Map<string, readonly string[]>();
  const newCalls = () => createStoreCalls(context.store, settings);

  function check(value: unknown, options: AppendOptions, path: string): PreparedEntry {
    const entry = prepareEntry(value, options, path);
    checkSize(context, entry, path);
    return entry;
  }

  async function store(entries: readonly PreparedEntry[]): Promise<Entry<T>[]> {
    const own = await putEntries(context, newCalls(), entries);
    ownWrites.added(own);
    return own.flatMap((entry) => joinByKey([openEntry<T>(entry)], values.keyOf));
  }

  /** What a state shows to the caller of this handle. */
  async function show(state: ListState): Promise<readonly Entry<T>[]> {
    // The store's values are what appends of a T put there; `checkOnRead` is for those who don't rely on it.
    const visible = visibleEntries(
      ownWrites.layOver(state),
      settings.clock.now(),
    ) as readonly Entry<T>[];
    const entries = joinByKey(await checkRead(visible), values.keyOf);
    repeatsById.clear();
    for (const entry of entries) {
      const ids = observedIds(entry);
      if (ids.length > 1) repeatsById.set(entry.id, ids);
    }
    return entries;
  }

  async function checkRead(entries: readonly Entry<T>[]): Promise<readonly Entry<T>[]> {
    const { schema, checkOnRead } = values;
    if (schema === undefined || !checkOnRead) return entries;
    const checked = async (entry: Entry<T>) => ({
      ...entry,
      value: await applySchema(schema, entry.value, `entry ${entry.id}`),
    });
    return await Promise.all(entries.map(checked));
  }

  async function observe(options: ReadOptions): Promise<ReadResult<T>> {
    const calls = newCalls();
    const consolidated =
      options.freshness === "consolidated" ? await readConsolidated(context, calls) : undefined;
    const { state, missing } =
      consolidated ?? (await readList(context, calls, options.allowIncomplete ?? false));
    const entries = await show(state);
    const result = {
      entries,
      values: entries.map((entry) => entry.value),
      operations: calls.counts(),
    };
    return missing.length === 0 ? result : { ...result, missing };
  }

  async function* iterate(): AsyncGenerator<Entry<T>> {
    const joinWindow = createWindowJoiner(values.keyOf);
    for await (const window of iterateWindows(context, newCalls(), ownWrites.layOver)) {
      const visible = visibleEntries(window, settings.clock.now()) as readonly Entry<T>[];
      yield* joinWindow(await checkRead(visible));
    }
  }

  async function compact(options: CompactOptions = {}): Promise<CompactionReport> {
    const { consolidateTo, dryRun } = options;
    const key = consolidateTo === undefined ? undefined : checkPlainKey(context, consolidateTo);
    const report = await compactList(context, options);
    if (key === undefined || dryRun) return report;
    const all = await observe({});
    const array = checkPlainArray(context, all.values);
    const calls = newCalls();
    await calls.update(key, () => array);
    return { ...report, operations: addCounts(report.operations, all.operations, calls.counts()) };
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
      return observedIds(ref as Entry<T>);
    throw new ListError(
      "invalid-value",
      "`remove` takes entries, or ids of 22 characters as entries have them",
    );
  }

  return {
    name: context.name,
    // Ids are drawn before anything is awaited, so that entries stand in the order of the calls.
    async append(value, options = {}) {
      const checked =
        values.schema === undefined ? value : await applySchema(values.schema, value, "value");
      const [entry] = await store([check(checked, options, "value")]);
      return entry as Entry<T>;
    },
    async appendAll(all, options = {}) {
      const { schema } = values;
      const list = [...all];
      const checked =
        schema === undefined
          ? list
          : await Promise.all(
              list.map((value, index) => applySchema(schema, value, `values[${index}]`)),
            );
      return await store(
        checked.map((value, index) =>
          check(value, { key: options.keyOf?.(value, index) }, `values[${index}]`),
        ),
      );
    },
    async remove(target) {
      await removeIds(refsOf(target).flatMap(idsOf));
    },
    async clear() {
      const { entries } = await observe({});
      await removeIds(entries.flatMap(observedIds));
      return entries.length;
    },
    read: async (options = {}) => await observe(options),
    async latest(count) {
      const entries = await readLatest(context, newCalls(), positive("count", count), show);
      return [...entries].reverse();
    },
    compact,
    verify: async () => await verifyList(context, newCalls()),
    [Symbol.asyncIterator]: iterate,
  };
}

function refsOf(target: EntryRef | Iterable<EntryRef>): readonly unknown[] {
  const isMany = typeof target === "object" && target !== null && Symbol.iterator in target;
  return isMany ? [...target] : [target];
}
