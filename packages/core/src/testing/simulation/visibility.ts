import { drawFrom } from "../seeded-random.ts";
import type { Version } from "./history.ts";

/**
 * How far behind a region's view is, in ms.
 *
 * A number: exactly so far, for every key. Set it higher and the view goes back in time; `Infinity`
 * shows nothing. A {@link DrawnStaleness}: each key its own.
 */
export type Staleness = number | DrawnStaleness;

/** A staleness that differs from key to key. */
export interface DrawnStaleness {
  /**
   * The most it can be. `Infinity`: half are below a second, one in a hundred is above 100 s, one
   * in a thousand above 1,000 s, and so on.
   */
  readonly max: number;
  /**
   * What has a draw of its own.
   *
   * - `"version"`: each change of a key shows up after its own while, and stays.
   * - `"call"`: each key in each call, so that a change may come and go until `max` has passed.
   *
   * @default "version"
   */
  readonly per?: "version" | "call";
}

/**
 * The staleness of a region, by kind of call; see {@link Staleness}. The two are drawn
 * independently of each other.
 */
export interface RegionStaleness {
  /** Of `get` and `getMany`. @default 0 */
  readonly get?: Staleness;
  /** Of `list`. @default 0 */
  readonly list?: Staleness;
  /** Of `get` for what was written in this region. @default as `get` */
  readonly ownGet?: Staleness;
  /** Of `list` for what was written in this region. @default as `list` */
  readonly ownList?: Staleness;
}

/** One look at the store: by whom, as of when. */
export interface Look {
  readonly kind: "get" | "list";
  readonly region: string;
  readonly staleness: RegionStaleness;
  readonly at: number;
  /** For draws: differs from region to region and from call to call. */
  readonly salt: { readonly seed: number; readonly region: number; readonly call: number };
  /** What has landed by then is visible, however unlucky its draw. */
  readonly healedAt: number;
}

/** The version of a key that a look shows, if any. A deleted or expired one counts as none. */
export function visibleVersion(versions: readonly Version[], look: Look): Version | undefined {
  for (let i = versions.length - 1; i >= 0; i--) {
    const version = versions[i];
    if (version === undefined || version.at > look.at) continue;
    if (version.at + lag(version, versions, look) <= look.at) {
      return version.stored === undefined || version.expiresAt <= look.at ? undefined : version;
    }
  }
  return undefined;
}

function lag(version: Version, versions: readonly Version[], look: Look): number {
  const staleness = stalenessFor(version, look);
  if (typeof staleness === "number") return staleness;
  if (version.at <= look.healedAt && staleness.max === Number.POSITIVE_INFINITY) return 0;
  const { seed, region, call } = look.salt;
  const kind = look.kind === "get" ? 0 : 1;
  const draw =
    staleness.per === "call"
      ? drawFrom(seed, call, versions[0]?.serial ?? 0, kind)
      : drawFrom(seed, region, version.serial, kind + 2);
  return staleness.max === Number.POSITIVE_INFINITY
    ? MEDIAN_UNBOUNDED_MS * (1 / draw - 1)
    : Math.floor(draw * (staleness.max + 1));
}

/** Where half of the unbounded draws lie below. */
const MEDIAN_UNBOUNDED_MS = 1000;

function stalenessFor(version: Version, { kind, region, staleness }: Look): Staleness {
  const { get = 0, list = 0, ownGet = get, ownList = list } = staleness;
  if (kind === "get") return version.region === region ? ownGet : get;
  return version.region === region ? ownList : list;
}

/** The longest of a region's bounded lags: when it has passed, every landed version shows. */
export function longestBound(staleness: RegionStaleness): number {
  const all = [staleness.get, staleness.list, staleness.ownGet, staleness.ownList];
  const bounds = all.map((one) => (typeof one === "object" ? one.max : (one ?? 0)));
  return Math.max(0, ...bounds.filter(Number.isFinite));
}
