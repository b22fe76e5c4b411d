import { checkKey, tooManyKeys, toRecordText } from "../../memory/record-text.ts";
import type { RecordStore, StoreLimits } from "../../record-store.ts";
import { type Effect, note, perform } from "./perform.ts";
import type { Fate, SimulatedCall } from "./simulated-call.ts";
import { classifySimulated } from "./store-errors.ts";
import type { Viewer } from "./viewer.ts";
import type { World } from "./world.ts";

/** The process that makes the calls. */
export interface Caller {
  /** Judges a call before anything else does, such as by a budget. */
  fateOf(call: SimulatedCall): Fate | undefined;
  /** What its calls get instead of an answer once the process has died. */
  death(): Promise<never> | undefined;
}

/**
 * One place's record store onto the world's keys. Arguments are checked before the call counts, as
 * a binding does before any I/O.
 */
export function regionStore(
  world: World,
  viewer: Viewer,
  limits: StoreLimits,
  caller: Caller,
): RecordStore {
  const { region } = viewer;
  const mostKeys = limits.bulkGetKeys ?? MOST_BULK_KEYS;

  function make<Answer>(
    call: Omit<SimulatedCall, "number" | "at" | "region">,
    effect: (call: SimulatedCall) => Effect<Answer>,
  ): Promise<Answer> {
    const noted = note(world, region, call);
    const judged = caller.fateOf(noted);
    return (
      caller.death() ??
      perform(world, viewer.latencyMs, judged ?? world.fateOf(noted), effect(noted), caller.death)
    );
  }

  const store: Required<RecordStore> = {
    name: "simulated",
    limits,

    async put(key, record, options = {}) {
      checkKey(key, limits);
      const stored = toRecordText(record, options, limits);
      const lifetimeMs =
        options.expirationTtl === undefined
          ? Number.POSITIVE_INFINITY
          : options.expirationTtl * 1000;
      return make({ operation: "put", keys: [key], text: stored.text }, () => ({
        land: (at) =>
          world.history.land(world.refOf(key, stored), {
            at,
            region,
            stored,
            expiresAt: at + lifetimeMs,
          }),
        answer: () => undefined,
      }));
    },

    async get(ref) {
      checkKey(world.keyOf(ref), limits);
      return make({ operation: "get", keys: [ref] }, (call) => ({
        answer: (at, fate) => viewer.get(ref, at, call, fate),
      }));
    },

    async getMany(refs) {
      for (const ref of refs) checkKey(world.keyOf(ref), limits);
      if (refs.length > mostKeys) throw tooManyKeys(refs.length, mostKeys);
      return make({ operation: "getMany", keys: refs }, (call) => ({
        answer: (at, fate) => viewer.getMany(refs, at, call, fate),
      }));
    },

    async delete(ref) {
      checkKey(world.keyOf(ref), limits);
      return make({ operation: "delete", keys: [ref] }, () => ({
        land: (at) =>
          world.history.land(ref, {
            at,
            region,
            stored: undefined,
            expiresAt: Number.POSITIVE_INFINITY,
          }),
        answer: () => undefined,
      }));
    },

    async list(prefix, cursor) {
      const place = cursor === undefined ? {} : { cursor };
      return make({ operation: "list", keys: [prefix], ...place }, (call) => ({
        answer: (at, fate) => viewer.list(at, call, fate),
      }));
    },

    classify: classifySimulated,
  };
  if (world.options.bulkGets ?? true) return store;
  const { getMany: _, ...rest } = store;
  return rest;
}

/** Workers KV: keys in one bulk get. */
const MOST_BULK_KEYS = 100;
