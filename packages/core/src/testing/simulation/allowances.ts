import type { SimulatedStoreOptions } from "./options.ts";
import type { Fate, SimulatedCall } from "./simulated-call.ts";
import { overQuota, tooManyWrites } from "./store-errors.ts";

/** Workers KV: a key takes one write per second. */
const HOT_KEY_MS = 1000;

/** Judges writes that follow each other too closely on one key. */
export function hotKeyRule(
  rule: SimulatedStoreOptions["hotKey"],
  random: () => number,
): (call: SimulatedCall) => Fate | undefined {
  const lastWrite = new Map<string, number>();
  return ({ operation, keys, at }) => {
    const key = keys[0];
    if (rule === undefined || rule === "allow" || key === undefined) return undefined;
    if (operation !== "put" && operation !== "delete") return undefined;
    const last = lastWrite.get(key);
    const hot = last !== undefined && at - last < HOT_KEY_MS;
    if (hot && rule === "reject") return { lands: false, error: tooManyWrites(operation) };
    lastWrite.set(key, at);
    // Half of the time the later write is the one that is lost; otherwise it overwrites the earlier
    // one, as any later write does.
    return hot && random() < 0.5 ? { lands: false } : undefined;
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Counts calls against the day's quotas. */
export function quotaRule(
  quotas: SimulatedStoreOptions["quotas"] = {},
): (call: SimulatedCall) => Fate | undefined {
  let today = 0;
  let used = { put: 0, get: 0, delete: 0, list: 0 };
  return ({ operation, keys, at }) => {
    const kind = operation === "getMany" ? "get" : operation;
    const quota = quotas[kind];
    if (quota === undefined) return undefined;
    const day = Math.floor(at / DAY_MS);
    if (day !== today) used = { put: 0, get: 0, delete: 0, list: 0 };
    today = day;
    const cost = operation === "getMany" ? keys.length : 1;
    if (used[kind] + cost > quota) return { lands: false, error: overQuota(kind) };
    used[kind] += cost;
    return undefined;
  };
}
