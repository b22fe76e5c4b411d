import { type SteadyStateRow, steadyState } from "../compaction/steady-state.ts";
import { type BenchContext, sized } from "../context.ts";
import { type BilledOperations, dollarsFor, dollarsForObject } from "../prices.ts";

/** What one way costs by the list prices, without what it does to the data. */
export interface WayCost {
  readonly way: string;
  readonly dollarsPerMillionAppends: number;
  /** Reads of a list of `readEntries` entries, of which the last `looseEntries` aren't compacted yet. */
  readonly dollarsPerMillionReads: number;
}

export interface CostResult {
  readonly readEntries: number;
  readonly looseEntries: number;
  readonly ways: readonly WayCost[];
  /** shardlist by the size of its batches and the time between its passes. */
  readonly grid: readonly SteadyStateRow[];
}

const READ_ENTRIES = 1000;
const LOOSE_ENTRIES = 100;
const ENTRIES_PER_SECOND = 10;
const OPERATIONS = 9000;

/** Dollars per million appends and reads, from counted operations and documented prices. */
export async function cost(context: BenchContext): Promise<CostResult> {
  const grid: SteadyStateRow[] = [];
  for (const batch of sized(context, [1, 10, 100], [10])) {
    for (const minutesBetweenPasses of sized(context, [1, 10, 60], [1])) {
      context.note(`batches of ${batch}, a pass each ${minutesBetweenPasses} min`);
      const load = {
        entriesPerSecond: ENTRIES_PER_SECOND,
        batch,
        minutesBetweenPasses,
        maxOperations: OPERATIONS,
      };
      // Two passes must have come and gone before the list is at rest, and whole intervals must be measured.
      const measured = sized(context, Math.max(20, minutesBetweenPasses), 2);
      const minutes = sized(context, 30 + 2 * minutesBetweenPasses + measured, 4);
      grid.push(await steadyState(load, minutes, measured));
    }
  }
  return {
    readEntries: READ_ENTRIES,
    looseEntries: LOOSE_ENTRIES,
    ways: wayCosts(grid.find((row) => row.minutesBetweenPasses === 1)),
    grid,
  };
}

const NONE: BilledOperations = { put: 0, get: 0, delete: 0, list: 0 };

/** The other ways' operations follow from what they are. */
function wayCosts(shardlist: SteadyStateRow | undefined): readonly WayCost[] {
  const perMillion = (operations: Partial<BilledOperations>, store: "workersKv" | "r2") =>
    dollarsFor({ ...NONE, ...operations }, store) * 1e6;
  const listing = Math.ceil(READ_ENTRIES / 1000);
  const object = (usage: { rowsWritten: number; rowsRead: number }) =>
    dollarsForObject({ requests: 1, seconds: 0.001, ...usage }) * 1e6;
  return [
    {
      way: "array in one key, nobody else writing",
      dollarsPerMillionAppends: perMillion({ get: 1, put: 1 }, "workersKv"),
      dollarsPerMillionReads: perMillion({ get: 1 }, "workersKv"),
    },
    {
      way: "a key per entry, a get each",
      dollarsPerMillionAppends: perMillion({ put: 1 }, "workersKv"),
      dollarsPerMillionReads: perMillion({ list: listing, get: READ_ENTRIES }, "workersKv"),
    },
    {
      way: "Durable Object with SQLite",
      dollarsPerMillionAppends: object({ rowsWritten: 1, rowsRead: 0 }),
      dollarsPerMillionReads: object({ rowsWritten: 0, rowsRead: READ_ENTRIES }),
    },
    {
      way: "shardlist, never compacted",
      dollarsPerMillionAppends: perMillion({ put: 1 }, "workersKv"),
      dollarsPerMillionReads: perMillion({ list: listing }, "workersKv"),
    },
    {
      way: "shardlist, never compacted, on R2",
      dollarsPerMillionAppends: perMillion({ put: 1 }, "r2"),
      dollarsPerMillionReads: perMillion({ list: listing }, "r2"),
    },
    ...(shardlist === undefined ? [] : [shardlistCost(shardlist)]),
  ];
}

function shardlistCost(row: SteadyStateRow): WayCost {
  return {
    way: `shardlist, batches of ${row.batch}, a pass each minute`,
    dollarsPerMillionAppends: row.dollarsPerMillionEntries,
    dollarsPerMillionReads: row.readDollarsPerMillion,
  };
}
