import { type BenchContext, sized } from "../context.ts";
import { sideBySide } from "../measure.ts";
import { type BilledOperations, dollarsFor } from "../prices.ts";
import { type HotSpot, profileOf } from "../profile.ts";
import { sampleValues } from "../sample-values.ts";
import { ratioOf, type Spread, spreadOf } from "../spread.ts";
import { peakHeap } from "./peak-heap.ts";
import {
  costOfReading,
  type Form,
  type ReadCost,
  type RecordedList,
  readRecorded,
  recordLists,
} from "./read-subjects.ts";
import { automergeRival, keyPerItemRival, type Rival, type RivalName, yjsRival } from "./rivals.ts";

/** One way to read a list of some length. */
export interface ReadingRow {
  readonly entries: number;
  /** `pages` is the parsing of a loose list's pages alone, which the runtime does before shardlist sees them. */
  readonly way: Form | RivalName | "array" | "pages";
  readonly ms: Spread;
  /** CPU in multiples of `JSON.parse` of one array of the same values. */
  readonly parses: Spread;
  readonly bytes: number;
  readonly billed: BilledOperations | undefined;
  readonly dollarsPerMillion: number | undefined;
  /** The most that was in use after a garbage collection, beyond what was there before the read. */
  readonly peakHeapBytes: number | undefined;
}

export interface ReadingResult {
  readonly rows: readonly ReadingRow[];
  /** Where the time of a read goes, for the longest list but one. */
  readonly profiles: { readonly [form in "loose" | "compacted"]: readonly HotSpot[] };
}

/** Automerge takes tens of seconds to build longer ones. */
const AUTOMERGE_MOST = 10_000;
const YJS_MOST = 100_000;
const PROFILED = 100_000;
const FORMS: readonly Form[] = ["loose", "compacted", "consolidated"];

/** What reading a whole list costs, by its length and by how it lies in the store. */
export async function reading(
  context: BenchContext,
  sizes: readonly number[] = sized(context, [1000, 10_000, 100_000, 1_000_000], [100, 1000]),
): Promise<ReadingResult> {
  const rows: ReadingRow[] = [];
  let profiles: ReadingResult["profiles"] = { loose: [], compacted: [] };
  for (const entries of sizes) {
    context.note(`storing a list of ${entries} entries`);
    const lists = await recordLists(entries);
    const byForm = { ...lists, consolidated: lists.compacted };
    context.note("reading it");
    rows.push(...(await readingRows(context, entries, byForm)));
    if (entries === sized(context, PROFILED, 1000)) {
      context.note("profiling");
      profiles = {
        loose: await profileOf(() => readRecorded(byForm.loose, "loose")),
        compacted: await profileOf(() => readRecorded(byForm.compacted, "compacted")),
      };
    }
  }
  return { rows, profiles };
}

async function readingRows(
  context: BenchContext,
  entries: number,
  lists: { readonly [form in Form]: RecordedList },
): Promise<ReadingRow[]> {
  const values = sampleValues(entries);
  const text = Buffer.from(JSON.stringify(values));
  const rivals = rivalsOf(values, entries);
  const subjects = {
    array: () => JSON.parse(text.toString()),
    pages: () => parsePages(lists.loose),
    ...Object.fromEntries(FORMS.map((form) => [form, () => readRecorded(lists[form], form)])),
    ...Object.fromEntries(rivals.map(({ name, decode }) => [name, decode])),
  } as { readonly [way in ReadingRow["way"]]: () => unknown };
  const rounds = sized(context, entries > 200_000 ? 3 : 7, 3);
  const samples = await sideBySide(subjects, { rounds });
  const timed = (way: ReadingRow["way"]) => ({
    entries,
    way,
    ms: spreadOf(samples[way].map((us) => us / 1000)),
    parses: ratioOf(samples[way], samples.array),
  });
  const rows: ReadingRow[] = [
    {
      ...timed("array"),
      ...priced({ put: 0, get: 1, delete: 0, list: 0 }),
      bytes: text.length,
      peakHeapBytes: undefined,
    },
  ];
  for (const form of FORMS) {
    const { billed, bytes }: ReadCost = await costOfReading(lists[form], form);
    const peakHeapBytes = await peakHeap(lists[form], form);
    rows.push({ ...timed(form), ...priced(billed), bytes, peakHeapBytes });
  }
  const bytesOfPages = [...lists.loose.recording.values()].reduce(
    (sum, { length }) => sum + length,
    0,
  );
  rows.push({
    ...timed("pages"),
    ...priced(undefined),
    bytes: bytesOfPages,
    peakHeapBytes: undefined,
  });
  for (const { name, bytes } of rivals) {
    const cost =
      name === "key-per-item"
        ? { put: 0, get: entries, delete: 0, list: Math.ceil(entries / 1000) }
        : undefined;
    rows.push({ ...timed(name), ...priced(cost), bytes, peakHeapBytes: undefined });
  }
  return rows;
}

function parsePages({ recording }: RecordedList): readonly unknown[] {
  return [...recording.values()].map((page) => JSON.parse(page.toString()));
}

function rivalsOf(values: ReturnType<typeof sampleValues>, entries: number): Rival[] {
  return [
    keyPerItemRival(values),
    ...(entries <= YJS_MOST ? [yjsRival(values)] : []),
    ...(entries <= AUTOMERGE_MOST ? [automergeRival(values)] : []),
  ];
}

function priced(billed: BilledOperations | undefined) {
  return { billed, dollarsPerMillion: billed && dollarsFor(billed) * 1e6 };
}
