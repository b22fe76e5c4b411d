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
const UNUSED = "A result that nobody uses";

/** The first that fits stands. */
export const REASONS: readonly Reason[] = [
  { code: "", mutator: "OptionalChaining", why: TYPES },
  { code: '?? ""', mutator: "StringLiteral", why: TYPES },
  { code: '= ["", ""]', why: TYPES },
  { code: "byTime.get(time) ?? []", mutator: "ArrayDeclaration", why: TYPES },
  { file: "clock.ts", code: "stamp.counter > last.counter", change: ">=", why: BOUND },
  { file: "entry.ts", code: "if (count === 1)", why: SPEED },
  { file: "key.ts", code: "} catch {", why: SPEED },
  { file: "merge.ts", code: "removed.size === 0", why: SPEED },
  { file: "merge.ts", code: "index === 0 ||", why: SPEED },
  { file: "record/batch.ts", code: "key == null && expiresAt == null", why: SPEED },
  { file: "record/check.ts", code: "typeof value", why: GUARD },
  { file: "record/head.ts", code: "<= (right.current?.at", change: "<", why: BOUND },
  { file: "record/segment.ts", code: "new Array<Entry>", why: SPEED },
  { file: "record/segment.ts", code: "timeLetters", why: SPEED },
  { file: "record/segment.ts", code: "if (changed)", why: GUARD },
  { file: "compaction/build.ts", code: "expiresAt !== undefined", why: GUARD },
  { file: "compaction/cap.ts", code: "maxAgeMs !== undefined", why: GUARD },
  { file: "compaction/cap.ts", code: "!mayExceedCaps(", why: SPEED },
  { file: "compaction/cap.ts", code: "ids.length === 0", why: SPEED },
  { file: "compaction/collect.ts", code: "deleted.add(key)", why: UNUSED },
  { file: "compaction/collect.ts", code: "coveredBy(gathered, seenBefore)", why: SPEED },
  { file: "compaction/compact.ts", code: "isSettled", why: SPEED },
  { file: "compaction/compact.ts", code: "head.current", change: "false", why: SPEED },
  { file: "compaction/compact.ts", code: "nothing-to-fold", why: NAMED },
  {
    file: "compaction/forget.ts",
    code: "all.slice(0, start)",
    change: "all.slice(0, start) →",
    why: SPEED,
  },
  { file: "compaction/gather.ts", code: "} catch (error)", why: GUARD },
  { file: "compaction/gather.ts", code: "budget-exhausted", why: GUARD },
  { file: "compaction/gather.ts", code: "record === undefined ?", why: GUARD },
  { file: "compaction/gather.ts", code: "unsettled.sort()", why: SPEED },
  { file: "compaction/overlap.ts", code: "left.name.min > right.name.max", why: SPEED },
];
