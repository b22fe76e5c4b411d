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

const TYPES = "The type checker asks for it: there is always such an element";
const SPEED = "Only slower: the same outcome by another way";

/** The first that fits stands. */
export const REASONS: readonly Reason[] = [
  { code: "", mutator: "OptionalChaining", why: TYPES },
  { code: '?? ""', mutator: "StringLiteral", why: TYPES },
  { code: "", change: "x", why: SPEED },
];
