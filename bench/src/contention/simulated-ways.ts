import { createListStore, type JsonValue } from "@shardlist/core";
import type { SimulatedStore } from "@shardlist/core/testing";
import {
  type ArrayWay,
  appendToArray,
  arrayKey,
  readArray,
} from "../../../examples/cloudflare-worker/demo/array-lists.ts";
import { type BilledOperations, dollarsFor } from "../prices.ts";
import { LATENCY_MS } from "./platform.ts";
import { durableObjectList } from "./simulated-object.ts";
import type { Way } from "./ways.ts";

/** A list that many write to, kept in one of the ways. */
export interface ContendedList {
  /** Resolves when the append was acknowledged. Each is a request of its own: nothing is remembered from one to the next. */
  append(value: JsonValue): Promise<void>;
  read(): Promise<readonly JsonValue[]>;
  /** Operations so far, and what they cost in dollars. */
  spent(): { readonly operations: number; readonly dollars: number };
}

const LIST = "contended";

/** The list in a way, over a simulated store. */
export function contendedList(way: Way, simulated: SimulatedStore): ContendedList {
  switch (way) {
    case "durable-object":
      return durableObjectList(simulated.clock, simulated.random, LATENCY_MS);
    case "shardlist":
      return overStore(simulated, {
        append: async (value) => void (await shardlist(simulated).append(value)),
        read: async () => (await shardlist(simulated).read()).values,
      });
    case "key-per-item":
      return overStore(simulated, {
        append: (value) => simulated.put(itemKey(simulated.random), value),
        read: () => readItems(simulated),
      });
    case "put":
      return overStore(simulated, {
        append: (value) => simulated.put(`put/${itemKey(simulated.random)}`, value),
        read: async () => [],
      });
    default:
      return arrayList(way, simulated);
  }
}

function arrayList(way: ArrayWay, simulated: SimulatedStore): ContendedList {
  return overStore(simulated, {
    append: (value) => appendToArray(simulated, arrayKey(LIST), value, way, simulated),
    read: () => readArray(simulated, arrayKey(LIST)),
  });
}

function shardlist(simulated: SimulatedStore) {
  const { clock, random } = simulated;
  return createListStore(simulated, { clock, random }).list(LIST);
}

/** A name that nobody else has. */
function itemKey(random: () => number): string {
  return `items/${LIST}/${random().toString(36).slice(2)}${random().toString(36).slice(2)}`;
}

async function readItems(simulated: SimulatedStore): Promise<readonly JsonValue[]> {
  const values: JsonValue[] = [];
  let cursor: string | undefined;
  do {
    const page = await simulated.list(`items/${LIST}/`, cursor);
    const found = await Promise.all(page.records.map(({ ref }) => simulated.get(ref)));
    values.push(...found.filter((value) => value !== undefined));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return values;
}

function overStore(simulated: SimulatedStore, list: Omit<ContendedList, "spent">): ContendedList {
  return {
    ...list,
    spent() {
      const { put, get, delete: deletes, list: lists } = simulated.counts();
      const billed: BilledOperations = { put, get, delete: deletes, list: lists };
      return { operations: put + get + deletes + lists, dollars: dollarsFor(billed) };
    },
  };
}
