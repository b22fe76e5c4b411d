import type { RecordText } from "../../memory/record-text.ts";
import type { StoreLimits } from "../../record-store.ts";
import { seededRandom } from "../seeded-random.ts";
import { type VirtualClock, virtualClock } from "../virtual-clock.ts";
import { hotKeyRule, quotaRule } from "./allowances.ts";
import { type Faults, faultsOnDemand } from "./faults.ts";
import { type History, keyHistory } from "./history.ts";
import type { SimulatedStoreOptions, Weather } from "./options.ts";
import { type Fate, type SimulatedCall, UNDISTURBED } from "./simulated-call.ts";
import { type Tally, tally } from "./tally.ts";
import { weatherFate } from "./weather.ts";

/** What all regions and invocations of one simulated store share. */
export interface World {
  readonly options: SimulatedStoreOptions;
  readonly seed: number;
  readonly limits: StoreLimits;
  readonly clock: VirtualClock;
  readonly history: History;
  readonly faults: Faults;
  readonly tally: Tally;
  readonly calls: SimulatedCall[];
  /** The store's own stream of random numbers: nothing else draws from it. */
  readonly random: () => number;
  weather: Weather;
  healedAt: number;
  openCalls: number;
  peakOpenCalls: number;
  callNumber: number;
  /** What the store calls a record; see `ownRefs`. */
  refOf(key: string, stored: RecordText): string;
  keyOf(ref: string): string;
  /**
   * What becomes of a call. A fault on demand comes before the platform's rules, and those before
   * chance.
   */
  fateOf(call: SimulatedCall): Fate;
}

export function createWorld(options: SimulatedStoreOptions): World {
  const { seed = 1, startMs = DEFAULT_START_MS, weather = {} } = options;
  const random = seededRandom(seed);
  const { faults, fateOf } = faultsOnDemand();
  const quota = quotaRule(options.quotas);
  const hotKey = hotKeyRule(options.hotKey, random);
  const world: World = {
    options,
    seed,
    limits: { ...WORKERS_KV_LIMITS, ...options.limits },
    clock: virtualClock(startMs),
    history: keyHistory(),
    faults,
    tally: tally(),
    calls: [],
    random,
    weather,
    healedAt: Number.NEGATIVE_INFINITY,
    openCalls: 0,
    peakOpenCalls: 0,
    callNumber: 0,
    refOf: (key, { inline }) => (inline && options.ownRefs ? key + INLINE_MARK : key),
    keyOf: (ref) =>
      options.ownRefs && ref.endsWith(INLINE_MARK) ? ref.slice(0, -INLINE_MARK.length) : ref,
    fateOf: (call) =>
      fateOf(call) ??
      quota(call) ??
      hotKey(call) ??
      weatherFate(call, world.weather, random) ??
      UNDISTURBED,
  };
  return world;
}

/** With `ownRefs`, ends the name of a record that comes with the listing. */
const INLINE_MARK = "=";

const DEFAULT_START_MS = Date.UTC(2026, 0, 1);

const WORKERS_KV_LIMITS: StoreLimits = {
  keyBytes: 512,
  inlineBytes: 1024,
  valueBytes: 25 * 1024 * 1024,
  pageSize: 1000,
  operationsPerInvocation: 1000,
  parallelCalls: 6,
  bulkGetKeys: 100,
};
