import type { Clock } from "../clock.ts";
import type { OperationCounts, RecordStore } from "../record-store.ts";
import { seededRandom } from "./seeded-random.ts";
import { type Contents, contentsOf } from "./simulation/contents.ts";
import type { Faults } from "./simulation/faults.ts";
import {
  type Invocation,
  type InvocationOptions,
  startInvocation,
} from "./simulation/invocation.ts";
import type { RegionOptions, SimulatedStoreOptions } from "./simulation/options.ts";
import { regionStore } from "./simulation/region-store.ts";
import type { SimulatedCall } from "./simulation/simulated-call.ts";
import { createViewer, type Viewer } from "./simulation/viewer.ts";
import { longestBound, type RegionStaleness } from "./simulation/visibility.ts";
import { createWorld } from "./simulation/world.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/** One place's record store onto the simulated keys, with a view of its own. */
export interface SimulatedRegion extends RecordStore {
  /**
   * Sets how far this region's view is behind, from now on. A larger number lets the view go back
   * in time.
   */
  setStaleness(staleness: RegionStaleness): void;
  /** A process that runs here: a record store with an operation budget, which can die. */
  invocation(options?: InvocationOptions): Invocation;
}

/**
 * An eventually consistent store, with all that a test needs to steer it. It is itself the record
 * store of the region "home".
 */
export interface SimulatedStore extends SimulatedRegion {
  /** The virtual clock: hand it to `createListStore`. */
  readonly clock: VirtualClock;
  /**
   * Seeded random numbers: hand them to `createListStore`. The store itself draws from another
   * stream.
   */
  readonly random: () => number;
  /** The seed, to print where a test fails. */
  readonly seed: number;
  /**
   * The region of that name; made the first time it is asked for, with `options` or else with those
   * of the simulated store.
   */
  region(name: string, options?: RegionOptions): SimulatedRegion;
  /**
   * A clock that is `offsetMs` ahead of `clock`, or behind it where negative. A function gives the
   * offset at each moment.
   */
  skewedClock(offsetMs: number | ((now: number) => number)): Clock;
  /** Faults on demand. */
  readonly faults: Faults;
  /** What has really landed, whatever the regions see of it. Looking costs no call. */
  readonly contents: Contents;
  /** The calls made so far, by kind, in all regions. */
  counts(): OperationCounts;
  /** Sets `counts` and `peakOpenCalls` back to zero and empties `calls`. */
  resetCounts(): void;
  /** The most calls that were open at once. */
  readonly peakOpenCalls: number;
  /** Every call since the start or the last `resetCounts`; kept with the option `log` only. */
  readonly calls: readonly SimulatedCall[];
  /** The result of `promise`; rejects when nothing is left that could settle it. */
  run<T>(promise: Promise<T>): Promise<T>;
  /** Lets `ms` of virtual time pass, and everything happen that falls into it. */
  advance(ms: number): Promise<void>;
  /**
   * Waits until nobody sleeps any more and every late write has landed, and then as long as the
   * longest staleness that has a bound, so that every region sees all. Drawn staleness without a
   * bound is over, too; the number `Infinity` stays.
   */
  settle(): Promise<void>;
  /** Ends all that goes wrong by chance. Staleness, latency and the platform's rules stay. */
  calm(): void;
}

/**
 * An eventually consistent key-value store in memory, on a clock of its own, for tests.
 *
 * It does what Workers KV and Fastly's KV store may do and local stand-ins never do: reads and
 * listings that lag independently, cached misses, throttled or silently lost writes, empty pages,
 * lost acknowledgements, writes that land late, quotas, processes that die. Each is off until an
 * option turns it on. Everything follows from `seed`: the same program sees the same history, bit
 * by bit.
 *
 * Nothing sleeps for real. Virtual time moves on by itself when every promise waits for it, so a
 * test just awaits.
 *
 * @example
 * ```ts
 * const minute = { max: 60_000 };
 * const simulated = simulatedStore({ seed: 7, staleness: { get: minute, list: minute } });
 * const { clock, random } = simulated;
 * const paris = createListStore(simulated.region("paris"), { clock, random }).list("guests");
 * const tokyo = createListStore(simulated.region("tokyo"), { clock, random }).list("guests");
 *
 * await paris.append("ada");
 * await simulated.settle();
 * expect((await tokyo.read()).values).toEqual(["ada"]);
 * ```
 * @param options - {@link SimulatedStoreOptions}
 */
export function simulatedStore(options: SimulatedStoreOptions = {}): SimulatedStore {
  const world = createWorld(options);
  const { clock, history, tally } = world;
  const viewers: Viewer[] = [];
  const regions = new Map<string, SimulatedRegion>();

  function region(name: string, regionOptions: RegionOptions = options): SimulatedRegion {
    const known = regions.get(name);
    if (known !== undefined) return known;
    const viewer = createViewer(world, name, viewers.length, regionOptions);
    viewers.push(viewer);
    const made: SimulatedRegion = {
      ...regionStore(world, viewer, world.limits, {
        fateOf: () => undefined,
        death: () => undefined,
      }),
      setStaleness(staleness) {
        viewer.staleness = staleness;
      },
      invocation: (invocationOptions = {}) => startInvocation(world, viewer, invocationOptions),
    };
    regions.set(name, made);
    return made;
  }

  async function settle(): Promise<void> {
    await clock.idle();
    const bound = Math.max(0, ...viewers.map((viewer) => longestBound(viewer.staleness)));
    const landed = Math.max(clock.now(), history.lastLanding());
    await clock.sleep(landed + bound - clock.now());
    world.healedAt = clock.now();
    for (const viewer of viewers) viewer.forgetMisses();
  }

  return {
    ...region("home"),
    clock,
    random: seededRandom(~world.seed),
    seed: world.seed,
    region,
    skewedClock: (offset) => ({
      now: () => clock.now() + (typeof offset === "number" ? offset : offset(clock.now())),
      sleep: clock.sleep,
    }),
    faults: world.faults,
    contents: contentsOf(world),
    counts: tally.counts,
    resetCounts() {
      tally.reset();
      world.calls.length = 0;
      world.peakOpenCalls = 0;
    },
    get peakOpenCalls() {
      return world.peakOpenCalls;
    },
    calls: world.calls,
    run: clock.run,
    advance: clock.sleep,
    settle,
    calm() {
      world.weather = {};
    },
  };
}
