import { random } from "nanoid";
import {
  ALPHABET,
  addToStamp,
  decodeStamp,
  decodeTime,
  encodeStamp,
  isLetter,
  STAMP_LETTERS,
  type Stamp,
} from "./clock.ts";
import type { JsonValue } from "./json.ts";

/** One appended value. Plain data; reads give out fresh objects. */
export interface Entry<T = JsonValue> {
  /** Unique, 22 characters, sorts by time of append. */
  readonly id: string;
  /** The value as JSON carries it. */
  readonly value: T;
  /** When it was appended, in milliseconds since 1970, by the writer's clock. */
  readonly appendedAt: number;
  /** The idempotency key it was appended with, or what `keyOf` gives. */
  readonly key?: string;
  /** When it disappears from reads, in milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** An entry, or its id alone. */
export type EntryRef = Entry<unknown> | string;

/** Letters of the random part: 72 bits, drawn by nanoid. */
const RANDOM_LETTERS = 12;
/** Letters of an id: stamp and random part. */
export const ID_LETTERS: number = STAMP_LETTERS + RANDOM_LETTERS;

/** Any number of ids, or parts of them, one after another. */
export const ID_LETTERS_PATTERN: RegExp = /^[-0-9A-Z_a-z]*$/;

/** Makes an id from a stamp and 12 random letters. */
export type NewId = (stamp: Stamp) => string;

/**
 * The maker of ids. Randomness is drawn when an id is made, never before: a Fastly build takes a snapshot of module
 * state, so what is drawn at import time would be the same in every instance.
 */
export function createNewId(seeded: (() => number) | undefined): NewId {
  const draw = seeded
    ? (count: number) => Uint8Array.from({ length: count }, () => seeded() * 256)
    : random;
  return (stamp) => encodeStamp(stamp) + lettersOf(draw(RANDOM_LETTERS));
}

/** A letter for 6 bits of each byte, in the order in which nanoid takes them. */
function lettersOf(bytes: Uint8Array): string {
  let letters = "";
  for (const byte of bytes) letters = ALPHABET.charAt(byte & 63) + letters;
  return letters;
}

/** Whether `text` has the form of an id. */
export function isId(text: unknown): text is string {
  return typeof text === "string" && endsInId(text, 0);
}

/** Whether all of `text` from `start` on is an id. Letter by letter: a pattern costs more to start than to match. */
export function endsInId(text: string, start: number): boolean {
  if (text.length !== start + ID_LETTERS) return false;
  for (let index = start; index < text.length; index++) if (!isLetter(text, index)) return false;
  return true;
}

/** The ids of a batch of `count` entries: consecutive stamps from the first id's, and its random part. */
export function batchIds(firstId: string, count: number): string[] {
  if (count === 1) return [firstId];
  const stamp = decodeStamp(firstId);
  const random = firstId.slice(STAMP_LETTERS);
  return Array.from(
    { length: count },
    (_, index) => encodeStamp(addToStamp(stamp, index)) + random,
  );
}

/** When the writer made the id that stands in `text` from `start` on, in ms by its own clock. */
export function timeOf(text: string, start = 0): number {
  return decodeTime(text, start);
}

/** Ids written one after another, as records store them. */
export function joinIds(ids: Iterable<string>): string {
  return [...ids].join("");
}

/** The ids of {@link joinIds}, or `undefined` where `text` is not such a text. */
export function splitIds(text: unknown): string[] | undefined {
  if (typeof text !== "string" || text.length % ID_LETTERS !== 0 || !ID_LETTERS_PATTERN.test(text))
    return undefined;
  const ids: string[] = [];
  for (let start = 0; start < text.length; start += ID_LETTERS)
    ids.push(text.slice(start, start + ID_LETTERS));
  return ids;
}

/** The one comparison of entries: by id, as text. */
export function compareEntries(
  left: { readonly id: string },
  right: { readonly id: string },
): number {
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0;
}

/** {@link compareEntries}, sooner: an id starts with its time, and numbers are compared faster than texts. */
export function compareByTime(left: Entry, right: Entry): number {
  return left.appendedAt - right.appendedAt || compareEntries(left, right);
}
