import { optionsOf, positive, refuseOption, trueOrFalse } from "./check-option.ts";
import { compactList } from "./compaction/compact.ts";
import { checkPlainKey } from "./compaction/plain-array.ts";
import type { CompactionReport, CompactOptions } from "./compaction/report.ts";
import { readConsolidated } from "./consolidated.ts";
import type { Entry } from "./entry.ts";
import { createWindowJoiner, observedIds } from "./identity.ts";
import { iterateWindows } from "./iterate.ts";
import { readLatest } from "./latest.ts";
import type { ListContext } from "./list-context.ts";
import type { List, ReadOptions, ReadResult, SlimList } from "./list-types.ts";
import { readList } from "./read.ts";
import type { ValueSettings } from "./settings.ts";
import { createSlimList, pathOf, valuesOf } from "./slim-list.ts";
import { createStoreCalls } from "./store-calls.ts";
import { verifyList } from "./verify.ts";

/** The full handle on one list: the slim one, and what is built on the same parts. */
export function createList<T>(context: ListContext, values: ValueSettings<T>): List<T> {
  const { slim, open, show, result, removeIds, layOver } = createSlimList(context, values);
  const { checkValue } = values;
  const newCalls = () => createStoreCalls(context.store, context.settings);

  async function read(options: ReadOptions = {}): Promise<ReadResult<T>> {
    const { freshness = "latest", allowIncomplete = false } = optionsOf(options);
    if (freshness !== "latest" && freshness !== "consolidated")
      refuseOption("freshness", 'must be "latest" or "consolidated"');
    trueOrFalse("allowIncomplete", allowIncomplete);
    const calls = newCalls();
    const consolidated =
      freshness === "consolidated" ? await readConsolidated(context, calls) : undefined;
    const view = consolidated ?? (await readList(context, calls, allowIncomplete));
    const found = await result(calls, view.state);
    return view.missing.length === 0 ? found : { ...found, missing: view.missing };
  }

  async function* iterate(): AsyncGenerator<Entry<T>> {
    const joinWindow = createWindowJoiner(values.keyOf);
    for await (const window of iterateWindows(context, newCalls(), layOver)) {
      yield* joinWindow(await open(window));
    }
  }

  async function compact(options: CompactOptions = {}): Promise<CompactionReport> {
    const { consolidateTo } = optionsOf(options);
    if (consolidateTo !== undefined) checkPlainKey(context, consolidateTo);
    return await compactList(context, options, async (calls) => {
      const { state } = await readList(context, calls, false);
      return (await result(calls, state)).values;
    });
  }

  return {
    ...slim,
    ...(checkValue && checkedAppends(slim, checkValue)),
    async clear() {
      const { entries } = await read();
      await removeIds(entries.flatMap(observedIds));
      return entries.length;
    },
    read,
    async latest(count) {
      const entries = await readLatest(context, newCalls(), positive("count", count), show);
      return [...entries].reverse();
    },
    compact,
    verify: () => verifyList(context, newCalls()),
    [Symbol.asyncIterator]: iterate,
  };
}

/** Appends of what a schema gives for the values. */
function checkedAppends<T>(
  slim: SlimList<T>,
  checkValue: NonNullable<ValueSettings<T>["checkValue"]>,
): Pick<List<T>, "append" | "appendAll"> {
  return {
    append: async (value, options) => await slim.append(await checkValue(value, "value"), options),
    async appendAll(all, options) {
      const checks = valuesOf(all).map((value, index) => checkValue(value, pathOf(index)));
      return await slim.appendAll(await Promise.all(checks), options);
    },
  };
}
