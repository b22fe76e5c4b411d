import type { CompactionReport, CompactOptions } from "../../src/compaction/report.ts";
import { parseKey, type SegmentName } from "../../src/key.ts";
import { createListStore } from "../../src/list-store.ts";
import type { List } from "../../src/list-types.ts";
import { decodeHead, type Head } from "../../src/record/head.ts";
import { decodeSegment, type Segment } from "../../src/record/segment.ts";
import { appendEach, createLab, type Lab, numbers } from "./lab.ts";

/** What the keys of the list in a lab start with. */
export const BASE = "sl1/guests/";

/** An id older than any other. */
export const LONG_AGO = `-----------${"a".repeat(11)}`;

/** The counts of no store calls. */
export const NOTHING = { put: 0, get: 0, getMany: 0, delete: 0, list: 0 };

/** The phases of passes that were told of. */
export function phases({ events }: Lab): readonly string[] {
  return events.filter((event) => event.type === "compaction").map(({ phase }) => phase);
}

/** The head as it is stored. */
export async function headOf(lab: Lab): Promise<Head> {
  const record = await lab.store.get(`${BASE}h`);
  const decoded = decodeHead(record ?? null);
  if (!decoded.ok) throw new Error(decoded.reason);
  return decoded.value;
}

/** What the keys of the segments tell. */
export async function segmentNames(lab: Lab): Promise<readonly SegmentName[]> {
  return (await lab.keys("segment")).flatMap((key) => {
    const parsed = parseKey(BASE, key);
    return parsed.group === "segment" ? [parsed.segment] : [];
  });
}

/** One pass by a handle of its own. */
export async function compact(lab: Lab, options: CompactOptions = {}): Promise<CompactionReport> {
  return await lab.list().compact(options);
}

/** What the key of a segment tells. */
export function nameOf(key: string): SegmentName {
  const parsed = parseKey(BASE, key);
  if (parsed.group !== "segment") throw new Error(key);
  return parsed.segment;
}

/** The segment that is stored under a key. */
export async function segmentOf(lab: Lab, key: string): Promise<Segment> {
  const decoded = decodeSegment(nameOf(key), (await lab.store.get(key)) ?? null);
  if (!decoded.ok) throw new Error(decoded.reason);
  return decoded.value;
}

/** The key of the segment that was written last. */
export async function newestSegment(lab: Lab): Promise<string> {
  return (await lab.keys("segment")).sort().at(-1) ?? "";
}

/** Keys of the segments that none of the listed ones replaces. */
export async function liveSegments(lab: Lab): Promise<readonly string[]> {
  const keys = await lab.keys("segment");
  const held = await Promise.all(keys.map((key) => segmentOf(lab, key)));
  const replaced = new Set(held.flatMap(({ replaces }) => replaces));
  return keys.filter((key) => !replaced.has(nameOf(key).id));
}

/** Segments of about this many bytes, none of them loose any more. */
export async function inSegments(count: number, bytes: number): Promise<Lab> {
  const lab = createLab({ segmentBytes: bytes });
  await appendEach(
    lab,
    numbers(0, count).map((n) => `${n} `.padEnd(bytes - 150, ".")),
  );
  await lab.passes(3);
  while ((await lab.keys("batch")).length > 0) await lab.passes(1);
  return lab;
}

/** The segments that were got, one by one or in bulk. */
export function opened(calls: readonly string[]): string[] {
  const refs = calls
    .filter((call) => call.startsWith("get"))
    .flatMap((call) => {
      const [, keys = ""] = call.split(" ");
      return keys.split(",");
    });
  return refs.filter((key) => key.startsWith("s/")).map((key) => BASE + key);
}

/** The list on a store that reads records one by one. */
export function oneByOne(lab: Lab): List {
  const { getMany: _, ...store } = lab.store;
  return createListStore(store, { clock: lab.clock, random: lab.context().settings.random }).list(
    "guests",
  );
}
