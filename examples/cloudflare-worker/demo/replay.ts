import type { JsonValue } from "@shardlist/core";
import { placeOf, type TracedRequest } from "./trace.ts";

/** One way of keeping lists, as the replay sees it. */
export interface Lists {
  /** Resolves when the append was acknowledged. */
  append(list: string, request: TracedRequest): Promise<void>;
  /** All values of a list. */
  read(list: string): Promise<readonly JsonValue[]>;
  /** Resolves when every reader can see what was written. */
  settle(): Promise<void>;
  /** Store calls so far. */
  operations(): Promise<number>;
  /** Milliseconds, by the clock that the lists live by. */
  now(): number;
}

/** What became of the appends of one replay. */
export interface Outcome {
  readonly attempted: number;
  readonly acknowledged: number;
  /** Appends of which at least one copy was read. */
  readonly readBack: number;
  /** Acknowledged, and not read back. */
  readonly lost: number;
  /** Copies beyond the first. */
  readonly duplicated: number;
  /** Not acknowledged. Some of these may be read back all the same. */
  readonly errors: number;
  readonly requestsPerSecond: number;
  /** Store calls per attempted append, retries included. */
  readonly operationsPerAppend: number;
}

/** The list to which every request is appended, besides its path's own. */
const SHARED_LIST = "all requests";
/** Requests under way at once. */
export const IN_FLIGHT = 64;

/**
 * Appends each request to its path's list and to one that all share, then reads every list and
 * compares.
 */
export async function replay(
  trace: readonly TracedRequest[],
  lists: Lists,
  onProgress: (requests: number) => void,
): Promise<Outcome> {
  const acknowledged = new Set<string>();
  let attempted = 0;

  async function append(list: string, request: TracedRequest): Promise<void> {
    attempted++;
    try {
      await lists.append(list, request);
      acknowledged.add(label(list, request.place));
    } catch {
      // Counted as an error: attempted and not acknowledged.
    }
  }

  const startedAt = lists.now();
  let done = 0;
  await inFlight(trace, async (request) => {
    await Promise.all([append(request.path, request), append(SHARED_LIST, request)]);
    onProgress(++done);
  });
  const seconds = (lists.now() - startedAt) / 1000;
  const operations = await lists.operations();

  await lists.settle();
  const copies = await readCopies(trace, lists);
  return {
    attempted,
    acknowledged: acknowledged.size,
    readBack: copies.size,
    lost: [...acknowledged].filter((appended) => !copies.has(appended)).length,
    duplicated: [...copies.values()].reduce((sum, count) => sum + count - 1, 0),
    errors: attempted - acknowledged.size,
    requestsPerSecond: trace.length / seconds,
    operationsPerAppend: operations / attempted,
  };
}

/** How often each append is found in the lists. */
async function readCopies(
  trace: readonly TracedRequest[],
  lists: Lists,
): Promise<Map<string, number>> {
  const copies = new Map<string, number>();
  const names = new Set([SHARED_LIST, ...trace.map((request) => request.path)]);
  await inFlight([...names], async (list) => {
    for (const value of await lists.read(list)) {
      const appended = label(list, placeOf(value));
      copies.set(appended, (copies.get(appended) ?? 0) + 1);
    }
  });
  return copies;
}

/** Runs `work` on everything, at most {@link IN_FLIGHT} at once. */
async function inFlight<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = all.values();
  async function workOn(): Promise<void> {
    for (const one of left) await work(one);
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, workOn));
}

function label(list: string, place: number): string {
  return `${place} ${list}`;
}
