import type { SimulatedStoreOptions, Staleness } from "@shardlist/core/testing";
import type { Draw } from "./draw.ts";

/** How a store and those who use it behave in one kind of history. What is left out doesn't happen. */
export interface Profile {
  readonly name: string;
  /** The store, but for its seed and its staleness. */
  readonly store?: (draw: Draw, times: Times) => StoreFaults;
  /** How far reads lag. Bounded by the staleness window, negative caching included. */
  readonly staleness?: "none" | "bounded" | "flickering" | "unbounded";
  /** Furthest that a clock is off, as a share of what the grace period allows for; beyond 1 nothing timely is promised. */
  readonly skew?: number;
  /** Part of the calls whose process dies. */
  readonly deaths?: number;
  /** Part of the calls whose process stands still before each store call, and how long, in grace periods. */
  readonly pauses?: { readonly chance: number; readonly graces: number };
  /** Part of the passes that stand still before their puts, and how long. */
  readonly sleepers?: { readonly chance: number; readonly ms: number };
  /** The retention is a few grace periods, and the list is left alone for longer. */
  readonly forgetful?: boolean;
  /** How many compactors there are, at least and at most, and how many passes each runs. @default 1 to 3, 3 to 8 */
  readonly compactors?: {
    readonly count: readonly [number, number];
    readonly passes: readonly [number, number];
  };
  /** Part of the passes that may make few store calls, and how many at most. @default a fifth of them, 30 */
  readonly budgets?: { readonly chance: number; readonly most: number };
  /** Elements are appended under idempotency keys, again and again. */
  readonly keyed?: boolean;
}

/** S and G of one history. */
export interface Times {
  readonly stalenessMs: number;
  readonly graceMs: number;
}

type StoreFaults = Omit<SimulatedStoreOptions, "seed" | "staleness" | "missCacheMs">;

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

const LATENCY = { min: 0, max: 40 };

const PAGES: NonNullable<Profile["store"]> = (draw) => ({
  limits: { pageSize: draw.pick([1, 2, 3, 7]), inlineBytes: draw.pick([0, 90, 1024]) },
  pagesWalkDeleted: draw.chance(0.5),
  weather: { emptyPages: 0.2, shortPages: 0.2 },
  latencyMs: LATENCY,
});

const FAULTS: Profile["store"] = () => ({
  latencyMs: LATENCY,
  weather: { failures: 0.1, lostAcknowledgements: 0.1, bulkGaps: 0.1 },
});

const LATE: Profile["store"] = (draw, { graceMs }) => ({
  latencyMs: LATENCY,
  limits: { inlineBytes: draw.pick([0, 1024]) },
  weather: {
    latePuts: {
      chance: 0.15,
      maxMs: draw.pick([10 * SECOND, graceMs, 3 * HOUR]),
      answer: "either",
    },
    lateDeletes: { chance: 0.3, maxMs: draw.pick([graceMs, 3 * HOUR]), answer: "either" },
  },
});

const WORST: Profile["store"] = (draw, times) => ({
  latencyMs: draw.pick([0, 200, { min: 0, max: 300 }]),
  limits: { pageSize: draw.pick([1, 2, 5, 1000]), inlineBytes: draw.pick([0, 90, 1024]) },
  bulkGets: draw.chance(0.5),
  ownRefs: draw.chance(0.3),
  pagesWalkDeleted: draw.chance(0.3),
  hotKey: draw.pick(["allow", "reject", "clobber"]),
  weather: {
    failures: draw.pick([0, 0.05]),
    lostAcknowledgements: draw.pick([0, 0.1]),
    bulkGaps: draw.pick([0, 0.1]),
    emptyPages: draw.pick([0, 0.1]),
    shortPages: draw.pick([0, 0.1]),
    latePuts: { chance: draw.pick([0, 0.1]), maxMs: 2 * times.graceMs, answer: "either" },
    lateDeletes: { chance: draw.pick([0, 0.2]), maxMs: 2 * times.graceMs, answer: "either" },
  },
});

/** All profiles, from the kindest store to the worst. */
export const PROFILES: readonly Profile[] = [
  { name: "calm" },
  {
    name: "stale",
    staleness: "bounded",
    store: (draw) => ({ latencyMs: draw.pick([0, LATENCY]) }),
  },
  {
    name: "apart",
    staleness: "bounded",
    store: (draw) => ({
      limits: { inlineBytes: draw.pick([0, 90]) },
      bulkGets: draw.chance(0.5),
      latencyMs: LATENCY,
    }),
  },
  { name: "flickering", staleness: "flickering", store: PAGES },
  { name: "pages", staleness: "bounded", store: PAGES },
  { name: "own-refs", staleness: "bounded", store: () => ({ ownRefs: true, bulkGets: false }) },
  {
    name: "throttled",
    staleness: "bounded",
    store: () => ({ hotKey: "reject", weather: { failures: 0.1 } }),
  },
  {
    name: "clobbered",
    staleness: "bounded",
    store: () => ({ hotKey: "clobber", latencyMs: LATENCY, weather: { failures: 0.1 } }),
  },
  { name: "failing", staleness: "bounded", store: FAULTS },
  { name: "late", staleness: "bounded", store: LATE },
  { name: "deadly", staleness: "bounded", deaths: 0.4, store: () => ({ latencyMs: LATENCY }) },
  {
    name: "slow",
    staleness: "bounded",
    pauses: { chance: 0.5, graces: 1.5 },
    sleepers: { chance: 0.2, ms: 5 * HOUR },
    store: PAGES,
  },
  {
    name: "slow-gets",
    staleness: "bounded",
    pauses: { chance: 0.6, graces: 4 },
    store: (draw) => ({ limits: { inlineBytes: draw.pick([0, 90]) }, bulkGets: draw.chance(0.5) }),
  },
  { name: "skewed", staleness: "bounded", skew: 1, store: () => ({ latencyMs: LATENCY }) },
  { name: "keyed", staleness: "bounded", keyed: true, store: FAULTS },
  {
    name: "sleepy",
    staleness: "bounded",
    sleepers: { chance: 0.7, ms: HOUR / 2 },
    compactors: { count: [1, 1], passes: [4, 10] },
    store: (draw) => ({ limits: { inlineBytes: draw.pick([0, 1024]) } }),
  },
  {
    name: "forgetful",
    staleness: "bounded",
    forgetful: true,
    deaths: 0.3,
    compactors: { count: [2, 3], passes: [6, 12] },
    store: (draw, times) => (draw.chance(0.5) ? PAGES(draw, times) : {}),
  },
  {
    name: "tight",
    staleness: "bounded",
    forgetful: true,
    deaths: 0.1,
    budgets: { chance: 0.9, most: 16 },
    compactors: { count: [2, 3], passes: [6, 12] },
    store: (draw) => ({
      limits: { segmentBytes: draw.pick([250, 500]), inlineBytes: draw.pick([0, 1024]) },
      bulkGets: draw.chance(0.3),
    }),
  },
  {
    name: "storm",
    staleness: "bounded",
    skew: 0.5,
    deaths: 0.1,
    keyed: true,
    pauses: { chance: 0.2, graces: 1.5 },
    sleepers: { chance: 0.1, ms: 5 * HOUR },
    store: WORST,
  },
  {
    name: "unbounded",
    staleness: "unbounded",
    store: (draw) => ({ limits: { inlineBytes: draw.pick([0, 1024]) } }),
  },
  {
    name: "lawless",
    staleness: "unbounded",
    skew: 4,
    deaths: 0.2,
    pauses: { chance: 0.3, graces: 3 },
    sleepers: { chance: 0.2, ms: 12 * HOUR },
    store: WORST,
  },
];

/** How far one kind of read lags in one region. */
export function drawStaleness(draw: Draw, maxMs: number, isFlickering: boolean): Staleness {
  const per = isFlickering ? "call" : "version";
  return draw.pick<Staleness>([0, maxMs, { max: maxMs, per }, { max: maxMs, per }]);
}
