import { GRACE_WITH_SKEW, type SmallModel, STALENESS } from "./small-model.ts";

/** What passes until all see what was written, and until the next pass deletes. */
const SEEN = STALENESS + 1;
const DUE = GRACE_WITH_SKEW + 1;

const LISTED = { inline: true, pageSize: 100 };
const APART = { inline: false, pageSize: 100 };
/** One key on a page: each group of keys is listed by a call of its own. */
const LISTED_ONE_BY_ONE = { inline: true, pageSize: 1 };
const APART_ONE_BY_ONE = { inline: false, pageSize: 1 };

/** The first pass sleeps past the grace period before its put: all of it takes minutes, what breaks it shows in seconds. */
export const SLEEPY_MODEL: SmallModel = {
  removal: "none",
  shape: LISTED,
  waits: [[SEEN], [0, 1000], [DUE]],
  sleepMs: DUE,
};

/** Models that together take seconds. */
export const MODELS: readonly SmallModel[] = [
  { removal: "none", shape: LISTED, waits: [[0, SEEN], [DUE], [0, DUE]] },
  { removal: "before the first pass", shape: LISTED, waits: [[SEEN], [DUE], [0, DUE]] },
  { removal: "none", shape: APART, waits: [[0, SEEN], [DUE], [0, DUE]] },
  { removal: "none", shape: LISTED_ONE_BY_ONE, waits: [[0, SEEN], [DUE], [DUE]] },
  { removal: "none", shape: APART_ONE_BY_ONE, waits: [[SEEN], [DUE], [0, DUE]] },
  { removal: "before the first pass", shape: LISTED_ONE_BY_ONE, waits: [[SEEN], [DUE]] },
  { removal: "after the first pass", shape: LISTED, waits: [[SEEN], [DUE]] },
];

/** Models that take minutes: for a change of the protocol. */
export const LARGE_MODELS: readonly SmallModel[] = [
  SLEEPY_MODEL,
  { removal: "after the first pass", shape: LISTED_ONE_BY_ONE, waits: [[SEEN], [DUE]] },
  { removal: "before the first pass", shape: APART_ONE_BY_ONE, waits: [[SEEN], [DUE]] },
  { removal: "before the first pass", shape: APART, waits: [[SEEN], [DUE], [0, DUE]] },
  { removal: "after the first pass", shape: LISTED, waits: [[SEEN], [DUE], [0, DUE]] },
  { removal: "after the first pass", shape: APART_ONE_BY_ONE, waits: [[SEEN], [DUE]] },
  { removal: "before the first pass", shape: LISTED_ONE_BY_ONE, waits: [[SEEN], [DUE], [0, DUE]] },
];

/** A model in words, for the names of tests. */
export function nameOf({ removal, shape, waits, sleepMs }: SmallModel): string {
  const records = shape.inline ? "listed records" : "records apart";
  const pages = shape.pageSize === 1 ? "one key a page" : "one page";
  const removed = removal === "none" ? "no removal" : `a removal ${removal}`;
  const passes = `${waits.length} passes${sleepMs === undefined ? "" : ", of which the first sleeps"}`;
  return `${removed}, ${passes}, ${records}, ${pages}`;
}
