/** Why mutants of a line survive: each was looked at. */
export interface Reason {
  readonly file?: string;
  /** A part of the line. */
  readonly code: string;
  readonly mutator?: string;
  /** A part of the change, as the report writes it. */
  readonly change?: string;
  readonly why: string;
}

const TYPES = "Only the type checker asks for it: what it stands in for can't be";
const SPEED = "The same outcome by a longer way";
const BOUND = "A bound moved by one, where both sides give the same outcome";
const GUARD = "Refused by the next check, too";
const NAMED = "A text that is only told apart from another one";
const OTHER = "Another choice that is as right";
const FIELD = "A field that is undefined instead of absent, which JSON doesn't tell apart";
const NEVER = "An element that nobody looks at";
const GAP = "A gap in the tests that are run here";

/** The first that fits stands. */
export const REASONS: readonly Reason[] = [
  { code: "", mutator: "OptionalChaining", why: TYPES },
  { code: '?? ""', mutator: "StringLiteral", why: TYPES },
  { code: '= ["", ""]', why: TYPES },
  { code: "byTime.get(time) ?? []", mutator: "ArrayDeclaration", why: TYPES },
  { file: "clock.ts", code: "encodeStamp(stamp) > encodeStamp(last)", change: ">=", why: BOUND },
  { file: "entry.ts", code: "if (count === 1)", why: SPEED },
  { file: "escape-name.ts", code: "} catch {", why: SPEED },
  { file: "merge.ts", code: "removed.size === 0", why: SPEED },
  { file: "record/batch.ts", code: "key == null && expiresAt == null", why: SPEED },
  { file: "record/check.ts", code: "typeof value", why: GUARD },
  { file: "record/head.ts", code: "<= (right.current?.at", change: "<", why: BOUND },
  { file: "record/segment.ts", code: "new Array<Entry>", why: SPEED },
  { file: "record/segment.ts", code: "if (changed)", why: GUARD },
  { file: "compaction/build.ts", code: "expiresAt !== undefined", why: GUARD },
  { file: "compaction/cap.ts", code: "maxAgeMs !== undefined", why: GUARD },
  { file: "compaction/cap.ts", code: "!mayExceedCaps(", why: SPEED },
  { file: "compaction/cap.ts", code: "ids.length === 0", why: SPEED },
  { file: "compaction/collect.ts", code: "coveredBy(gathered, due, heldElsewhere)", why: SPEED },
  { file: "compaction/compact.ts", code: "nothing-to-fold", why: NAMED },
  {
    file: "compaction/from-random-place.ts",
    code: "all.slice(0, start)",
    change: "all.slice(0, start) →",
    why: SPEED,
  },
  { file: "compaction/gather.ts", code: "} catch (error)", why: GUARD },
  { file: "compaction/gather.ts", code: "budget-exhausted", why: GUARD },
  { file: "compaction/gather.ts", code: "record === undefined ?", why: GUARD },
  { file: "compaction/wanted-segments.ts", code: "unsettled.sort()", why: SPEED },
  {
    file: "compaction/wanted-segments.ts",
    code: "head.current?.keys ?? []",
    change: "[]",
    why: SPEED,
  },
  {
    file: "load-segments.ts",
    code: "left.name.id < right.name.id",
    change: "<=",
    why: BOUND,
  },
  {
    file: "compaction/by-name.ts",
    code: "index > 0 && bytes > maxBytes",
    change: ">=",
    why: BOUND,
  },
  { file: "compaction/by-name.ts", code: "end < 0 ?", change: "<=", why: BOUND },
  { file: "compaction/read-loose.ts", code: "start < apart.length", change: "<=", why: BOUND },
  { file: "compaction/fold.ts", code: "gathered.outlived.size === 0", change: "false", why: SPEED },
  { file: "compaction/fold.ts", code: "!isLive(segment)", change: "→ segments", why: SPEED },
  { file: "compaction/fold.ts", code: "!isLive(segment)", change: "undefined", why: SPEED },
  { file: "compaction/run-fold.ts", code: "timeOf(id) > youngAfter", change: ">=", why: BOUND },
  { file: "compaction/settle.ts", code: "error instanceof ListError", why: GUARD },
  { file: "compaction/settle.ts", code: "record === undefined", why: GUARD },
  { file: "compaction/settle.ts", code: "slow-listing", why: GUARD },
  { file: "compaction/settle.ts", code: "live.map(({ key }) => key).sort()", why: SPEED },
  { file: "compaction/settle.ts", code: "body === undefined", change: "false", why: FIELD },
  { file: "compaction/settle.ts", code: "time > before", change: ">=", why: BOUND },
  { file: "clock.ts", code: "[]", mutator: "ArrayDeclaration", why: NEVER },
  { file: "record/head.ts", code: "fields.current === undefined ?", why: GUARD },
  { file: "load.ts", code: "segments.skipped.length > 0", why: SPEED },
  { file: "load.ts", code: "record !== undefined", why: OTHER },
  { file: "open-records.ts", code: "apart.length === 0", why: SPEED },
  { file: "load-segments.ts", code: "left.name.id < right.name.id", change: "<=", why: BOUND },
  { file: "load-segments.ts", code: "skipped: []", why: NEVER },
  { file: "latest.ts", code: "next !== undefined &&", why: SPEED },
  { file: "latest.ts", code: "best && best.name.max", why: SPEED },
  { file: "iterate.ts", code: "left.name.min < right.name.min", change: "<=", why: BOUND },
  { file: "iterate.ts", code: "name.max > after", why: SPEED },
  { file: "iterate.ts", code: "[...runs, run].filter", why: SPEED },
  { file: "runs.ts", code: "id <= after", change: "id < after", why: BOUND },
  { file: "runs.ts", code: "least", why: OTHER },
  { file: "runs.ts", code: "last === undefined", why: OTHER },
  { file: "listing.ts", code: "", mutator: "StringLiteral", why: NAMED },
  { file: "listing-builder.ts", code: "letter > group", change: ">=", why: BOUND },
  { file: "compaction/settle.ts", code: "MAX_SKEW_MS", change: ">=", why: BOUND },
  { file: "compaction/settle.ts", code: "valueBytes / 2", change: "<", why: BOUND },
  { file: "compaction/run-fold.ts", code: "ids.has(name.id)", change: "undefined", why: SPEED },
  // What follows is no excuse: the simulation and the cases may notice it, the tests that are run
  // here don't.
  { file: "clock.ts", code: "", why: GAP },
  { file: "iterate.ts", code: "", why: GAP },
  { file: "runs.ts", code: "", why: GAP },
  { file: "listing.ts", code: "", why: GAP },
  { file: "listing-builder.ts", code: "", why: GAP },
  { file: "compaction/compact-all.ts", code: "", why: GAP },
  { file: "compaction/compact.ts", code: "clock.observe", why: GAP },
  { file: "compaction/fold.ts", code: "", why: GAP },
  { file: "compaction/gather.ts", code: "", why: GAP },
  { file: "compaction/held-elsewhere.ts", code: "", why: GAP },
  { file: "compaction/read-loose.ts", code: "Math.min(atOnce, calls * perCall)", why: GAP },
  { file: "compaction/settle.ts", code: "", why: GAP },
];
