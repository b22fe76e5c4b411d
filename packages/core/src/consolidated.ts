import { ListError } from "./errors.ts";
import type { JsonValue } from "./json.ts";
import { headKey, parseKey } from "./key.ts";
import type { ListContext } from "./list-context.ts";
import { mergeStates } from "./merge.ts";
import { observeNewest, type View } from "./read.ts";
import { type CurrentSegments, decodeHead } from "./record/head.ts";
import { decodeSegment, type Segment } from "./record/segment.ts";
import type { StoreCalls } from "./store-calls.ts";

/**
 * Reads what the last complete pass left: the head, and the segments that it names unless it carries the only one. The
 * head, and a `get` for each segment or for each hundred, as the store can; no listing. `undefined` where the head is
 * missing, broken or outlived; the caller then lists.
 */
export async function readConsolidated(
  context: ListContext,
  calls: StoreCalls,
): Promise<View | undefined> {
  const current = await readCurrent(context, calls);
  if (current === undefined) return undefined;
  const bodies = await readBodies(calls, current);
  const segments = current.keys.map((key, index) => decodeBody(context.base, key, bodies?.[index]));
  const whole = segments.filter((segment) => segment !== undefined);
  if (whole.length !== segments.length) return undefined;
  const state = mergeStates(whole);
  observeNewest(context, state.entries);
  return { state, missing: [] };
}

async function readCurrent(
  context: ListContext,
  calls: StoreCalls,
): Promise<CurrentSegments | undefined> {
  const record = await orUndefined(calls.get(headKey(context.base)));
  const head = record === undefined ? undefined : decodeHead(record);
  return head?.ok ? head.value.current : undefined;
}

async function readBodies(
  calls: StoreCalls,
  current: CurrentSegments,
): Promise<(JsonValue | undefined)[] | undefined> {
  if (current.body !== undefined) return [current.body];
  const records = await orUndefined(calls.getAll(current.keys));
  return records && current.keys.map((key) => records.get(key));
}

function decodeBody(base: string, key: string, body: JsonValue | undefined): Segment | undefined {
  const parsed = parseKey(base, key);
  if (parsed.group !== "segment" || body === undefined) return undefined;
  const decoded = decodeSegment(parsed.segment, body);
  return decoded.ok ? decoded.value : undefined;
}

/**
 * The head is a hint: a store that can't give it is asked for the listing instead, whose own failure is the answer
 * then.
 */
async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ListError) return undefined;
    throw error;
  }
}
