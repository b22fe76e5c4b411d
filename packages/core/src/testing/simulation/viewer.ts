import type { JsonValue } from "../../json.ts";
import type { ListPage } from "../../record-store.ts";
import { freshRecord } from "./fresh-record.ts";
import type { RegionOptions } from "./options.ts";
import { cutPage } from "./pages.ts";
import type { Fate, SimulatedCall } from "./simulated-call.ts";
import { type Look, type RegionStaleness, visibleVersion } from "./visibility.ts";
import { strikes } from "./weather.ts";
import type { World } from "./world.ts";

/** What one region sees: its own staleness and its own memory of misses. */
export interface Viewer {
  readonly region: string;
  readonly latencyMs: RegionOptions["latencyMs"];
  staleness: RegionStaleness;
  /** The record under a ref, as of a moment. */
  get(ref: string, at: number, call: SimulatedCall, fate: Fate): JsonValue | undefined;
  /** The records under many refs, as of a moment, each on its own. */
  getMany(
    refs: readonly string[],
    at: number,
    call: SimulatedCall,
    fate: Fate,
  ): Map<string, JsonValue | undefined>;
  /** A page, as of a moment. */
  list(at: number, call: SimulatedCall, fate: Fate): ListPage;
  forgetMisses(): void;
}

export function createViewer(
  world: World,
  region: string,
  number: number,
  options: RegionOptions,
): Viewer {
  const { missCacheMs = 0, latencyMs = 0 } = options;
  const missedUntil = new Map<string, number>();

  function look(kind: Look["kind"], at: number, call: SimulatedCall): Look {
    const salt = { seed: world.seed, region: number, call: call.number };
    return { kind, region, staleness: view.staleness, at, salt, healedAt: world.healedAt };
  }

  function find(ref: string, moment: Look, fate: Fate): JsonValue | undefined {
    if (fate.hides?.(ref)) return undefined;
    if ((missedUntil.get(ref) ?? 0) > moment.at) return undefined;
    const found = visibleVersion(world.history.of(ref), moment)?.stored;
    if (found !== undefined) return freshRecord(found);
    if (missCacheMs > 0) missedUntil.set(ref, moment.at + missCacheMs);
    return undefined;
  }

  const view: Viewer = {
    region,
    latencyMs,
    staleness: options.staleness ?? {},

    get: (ref, at, call, fate) => find(ref, look("get", at, call), fate),

    getMany(refs, at, call, fate) {
      const answered = refs.filter(() => !strikes(world.weather.bulkGaps, world.random));
      const moment = look("get", at, call);
      return new Map(answered.map((ref) => [ref, find(ref, moment, fate)]));
    },

    list(at, call, fate) {
      const { weather, random, limits } = world;
      const short = strikes(weather.shortPages, random);
      return cutPage(world.history, look("list", at, call), {
        prefix: call.keys[0] ?? "",
        cursor: call.cursor,
        size: short ? 1 + Math.floor(random() * limits.pageSize) : limits.pageSize,
        walkDeleted: world.options.pagesWalkDeleted ?? false,
        empty: fate.emptyPage ?? false,
        emptyEnd: strikes(weather.emptyPages, random),
        keyOf: world.keyOf,
      });
    },

    forgetMisses: () => missedUntil.clear(),
  };
  return view;
}
