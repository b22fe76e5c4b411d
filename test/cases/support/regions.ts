import type { List, ListStoreOptions } from "@shardlist/core";
import type { RegionStaleness, SimulatedRegion } from "@shardlist/core/testing";
import type { Kind } from "./kinds.ts";
import { createScene, type Scene, type SceneOptions, WINDOW } from "./scene.ts";

/** A place with a view of its own, and cold handles there. */
export interface Place {
  readonly region: SimulatedRegion;
  cold(options?: ListStoreOptions): List;
  ids(): Promise<readonly string[]>;
}

/** A scene with two places that see each other late, and themselves at once. */
export interface TwoPlaces extends Scene {
  readonly paris: Place;
  readonly tokyo: Place;
}

/** Each place sees what the other writes a staleness window late. */
export const BEHIND_OTHERS: RegionStaleness = { get: WINDOW, list: WINDOW, ownGet: 0, ownList: 0 };

export function createTwoPlaces(
  kind: Kind,
  options: SceneOptions = {},
  staleness: RegionStaleness = BEHIND_OTHERS,
): TwoPlaces {
  const scene = createScene(kind, options);
  const place = (name: string): Place => {
    const region = scene.store.region(name, { ...options.store, staleness });
    return {
      region,
      cold: (more) => scene.cold(region, more),
      ids: async () => (await scene.cold(region).read()).entries.map(({ id }) => id),
    };
  };
  return { ...scene, paris: place("paris"), tokyo: place("tokyo") };
}
