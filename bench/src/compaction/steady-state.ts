import { createListStore } from "@shardlist/core";
import { memoryStore } from "@shardlist/core/memory";
import { benchClock } from "../bench-clock.ts";
import { metered } from "../metered-store.ts";
import { addOperations, type BilledOperations, dollarsFor } from "../prices.ts";
import { sampleValue } from "../sample-values.ts";
import { quantile } from "../spread.ts";
import { LIST_NAME } from "../stored-lists.ts";

/** A list under constant load, with a pass now and then. */
export interface SteadyStateRow extends SteadyStateLoad {
  /** Keys of the list by minute, or ten times between two passes where those are further apart. */
  readonly keysByMinute: readonly number[];
  /** Their median when the list has come to rest. */
  readonly keys: number;
  /** What a read costs then, in dollars per million. */
  readonly readDollarsPerMillion: number;
  readonly appendOperationsPerMinute: BilledOperations;
  readonly passOperationsPerMinute: BilledOperations;
  /** Appends and passes of a whole day. */
  readonly dollarsPerDay: number;
  readonly dollarsPerMillionEntries: number;
  /** Passes that the budget of operations stopped. */
  readonly stoppedPasses: number;
}

export interface SteadyStateLoad {
  readonly entriesPerSecond: number;
  /** Entries in one append. */
  readonly batch: number;
  readonly minutesBetweenPasses: number;
  /** Store calls that one pass may make. */
  readonly maxOperations: number;
}

const MINUTE_MS = 60_000;
const MINUTES_PER_DAY = 24 * 60;

/** Runs `minutes` of a load in virtual time; the last `measured` of them count. */
export async function steadyState(
  load: SteadyStateLoad,
  minutes: number,
  measured: number,
): Promise<SteadyStateRow> {
  const clock = benchClock();
  const meter = metered(memoryStore());
  const open = () => createListStore(meter, { clock }).list(LIST_NAME);
  const keysByMinute: number[] = [];
  let appendOperations = NONE;
  let passOperations = NONE;
  let stoppedPasses = 0;
  let place = 0;
  const sampleMinutes = Math.max(1, load.minutesBetweenPasses / 10);
  for (let minute = 1; minute <= minutes; minute++) {
    const isMeasured = minute > minutes - measured;
    meter.reset();
    const writer = open();
    const appends = Math.round((load.entriesPerSecond * 60) / load.batch);
    for (let append = 0; append < appends; append++) {
      clock.advance(MINUTE_MS / appends);
      await writer.appendAll(Array.from({ length: load.batch }, () => sampleValue(place++)));
    }
    if (isMeasured) appendOperations = addOperations(appendOperations, meter.billed());
    if (minute % sampleMinutes === 0) keysByMinute.push(await countKeys(meter));
    if (minute % load.minutesBetweenPasses !== 0) continue;
    meter.reset();
    const { stopped } = await open().compact({ maxOperations: load.maxOperations });
    if (!isMeasured) continue;
    passOperations = addOperations(passOperations, meter.billed());
    if (stopped !== undefined) stoppedPasses++;
  }
  meter.reset();
  await open().read();
  const perMinute = addOperations(appendOperations, passOperations);
  const dollarsPerDay = (dollarsFor(perMinute) / measured) * MINUTES_PER_DAY;
  return {
    ...load,
    keysByMinute,
    keys: quantile(keysByMinute.slice(-measured / sampleMinutes), 0.5),
    readDollarsPerMillion: dollarsFor(meter.billed()) * 1e6,
    appendOperationsPerMinute: perOne(appendOperations, measured),
    passOperationsPerMinute: perOne(passOperations, measured),
    dollarsPerDay,
    dollarsPerMillionEntries:
      (dollarsPerDay / (load.entriesPerSecond * 60 * MINUTES_PER_DAY)) * 1e6,
    stoppedPasses,
  };
}

const NONE: BilledOperations = { put: 0, get: 0, delete: 0, list: 0 };

async function countKeys(store: ReturnType<typeof metered>): Promise<number> {
  let keys = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await store.list("sl1/", cursor);
    keys += page.records.length;
    if (page.cursor === undefined) return keys;
    cursor = page.cursor;
  }
}

function perOne(operations: BilledOperations, count: number): BilledOperations {
  const { put, get, delete: deletes, list } = operations;
  return { put: put / count, get: get / count, delete: deletes / count, list: list / count };
}
