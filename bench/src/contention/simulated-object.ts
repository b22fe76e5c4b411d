import type { Clock, JsonValue } from "@shardlist/core";
import type { Range } from "@shardlist/core/testing";
import { dollarsForObject } from "../prices.ts";
import { OBJECT_REQUESTS_PER_SECOND } from "./platform.ts";
import type { ContendedList } from "./simulated-ways.ts";

/** One request takes the object this long: it is single-threaded, and its documented limit is per second. */
const SERVICE_MS = 1000 / OBJECT_REQUESTS_PER_SECOND;

/**
 * A Durable Object in virtual time: one queue, served at the documented rate, behind the same network as the store. It
 * never refuses, which is kinder than the platform is.
 */
export function durableObjectList(
  clock: Clock,
  random: () => number,
  latencyMs: Range,
): ContendedList {
  const values: JsonValue[] = [];
  let freeAt = Number.NEGATIVE_INFINITY;
  return {
    async append(value) {
      const networkMs = latencyMs.min + Math.floor(random() * (latencyMs.max - latencyMs.min + 1));
      await clock.sleep(networkMs / 2);
      freeAt = Math.max(clock.now(), freeAt) + SERVICE_MS;
      await clock.sleep(freeAt - clock.now());
      values.push(value);
      await clock.sleep(networkMs / 2);
    },
    read: async () => values,
    spent() {
      const requests = values.length;
      const seconds = (requests * SERVICE_MS) / 1000;
      return {
        operations: requests,
        dollars: dollarsForObject({ requests, rowsWritten: requests, rowsRead: 0, seconds }),
      };
    },
  };
}
