import prices from "../data/prices.json" with { type: "json" };

/** What a store bills. A bulk get counts once for each key in it. */
export interface BilledOperations {
  readonly put: number;
  readonly get: number;
  readonly delete: number;
  readonly list: number;
}

/** What a Durable Object bills. */
export interface ObjectUsage {
  readonly requests: number;
  readonly rowsWritten: number;
  readonly rowsRead: number;
  /** How long it was at work, in seconds. */
  readonly seconds: number;
}

/** The stores with prices per operation. */
export type PricedStore = "workersKv" | "r2";

/** All prices, with where they stand and when they were looked up. */
export const PRICES: typeof prices = prices;

const MILLION = 1e6;

/** What operations cost, in dollars. */
export function dollarsFor(operations: BilledOperations, store: PricedStore = "workersKv"): number {
  const { readPerMillion, writePerMillion, deletePerMillion, listPerMillion } = PRICES[store];
  return (
    (operations.get * readPerMillion +
      operations.put * writePerMillion +
      operations.delete * deletePerMillion +
      operations.list * listPerMillion) /
    MILLION
  );
}

/** What the use of a Durable Object costs, in dollars. */
export function dollarsForObject(usage: ObjectUsage): number {
  const { durableObjects } = PRICES;
  return (
    (usage.requests * durableObjects.requestPerMillion +
      usage.rowsWritten * durableObjects.rowWrittenPerMillion +
      usage.rowsRead * durableObjects.rowReadPerMillion +
      usage.seconds * durableObjects.memoryGigabytes * durableObjects.gigabyteSecondPerMillion) /
    MILLION
  );
}

/** The operations of two things together. */
export function addOperations(left: BilledOperations, right: BilledOperations): BilledOperations {
  return {
    put: left.put + right.put,
    get: left.get + right.get,
    delete: left.delete + right.delete,
    list: left.list + right.list,
  };
}
