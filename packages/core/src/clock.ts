import { ListError } from "./errors.ts";

/**
 * Time as the core sees it. Tests pass one of their own; nothing in the core reads the time or sleeps in any other way.
 */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms` milliseconds. */
  sleep(ms: number): Promise<void>;
}

/** A point in time with a counter that orders what happens inside one millisecond. */
export interface Stamp {
  readonly time: number;
  readonly counter: number;
}

/** Hands out stamps that only go forward, whatever the wall clock does. */
export interface HybridClock {
  /** Reserves `count` consecutive stamps and returns the first. */
  tick(count: number): Stamp;
  /**
   * Moves forward to a stamp seen in the store, so that what is appended next sorts after what was read. False where
   * the stamp is too far ahead to be followed.
   */
  observe(stamp: Stamp): boolean;
}

/** The 64 letters of ids in ASCII order, so that comparing text compares stamps. */
export const ALPHABET: string = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
/** Values of letters, by character code. */
const VALUES: readonly number[] = [...ALPHABET].reduce<number[]>((values, letter, value) => {
  values[letter.charCodeAt(0)] = value;
  return values;
}, []);
/** Letters of the time: 48 bits of milliseconds. */
export const TIME_LETTERS = 8;
/** Letters of a stamp: 8 of time (48 bits of ms) and 2 of the counter. */
export const STAMP_LETTERS = 10;
/** What two letters can count. One more in the same millisecond borrows the next one. */
const STAMPS_PER_MS = 64 * 64;
/** How far ahead of this clock a stamp may be and still be followed: as far as TinyBase takes one. */
const MAX_AHEAD_MS = 5 * 60_000;
/** How far the clocks of two processes may be apart. No platform documents it. */
export const MAX_SKEW_MS: number = 5 * 60_000;
/** How far ahead a record may be dated: its writer follows what it reads ahead of a clock that may be ahead itself. */
export const MAX_DATED_AHEAD_MS: number = MAX_SKEW_MS + MAX_AHEAD_MS;

/** A hybrid logical clock over `now`. It reads nothing until the first tick, so it may be made at import time. */
export function createHybridClock(now: () => number): HybridClock {
  let last: Stamp = { time: 0, counter: 0 };
  return {
    tick(count) {
      const wall = wallTime(now);
      const continues = last.time >= wall && last.time <= wall + MAX_AHEAD_MS;
      const first = continues ? addToStamp(last, 1) : { time: wall, counter: 0 };
      last = addToStamp(first, count - 1);
      return first;
    },
    observe(stamp) {
      const isLater = encodeStamp(stamp) > encodeStamp(last);
      const isCredible = stamp.time <= wallTime(now) + MAX_AHEAD_MS;
      if (isLater && isCredible) last = stamp;
      return isCredible;
    },
  };
}

/** The stamp `count` places after `stamp`. */
export function addToStamp(stamp: Stamp, count: number): Stamp {
  const counter = stamp.counter + count;
  const carry = Math.floor(counter / STAMPS_PER_MS);
  return { time: stamp.time + carry, counter: counter - carry * STAMPS_PER_MS };
}

/** A stamp as ten letters that sort as the stamp does. */
export function encodeStamp(stamp: Stamp): string {
  return encodeNumber(stamp.time, TIME_LETTERS) + encodeNumber(stamp.counter, 2);
}

/** The stamp at the start of `text`. */
export function decodeStamp(text: string): Stamp {
  return { time: decodeTime(text), counter: decodeNumber(text, TIME_LETTERS, STAMP_LETTERS) };
}

/** The milliseconds that stand in `text` from `start` on. */
export function decodeTime(text: string, start = 0): number {
  return decodeNumber(text, start, start + TIME_LETTERS);
}

/** The value of the letter at `index`, 0 to 63. Looked up by its code: reading ids is most of reading loose entries. */
export function letterValue(text: string, index: number): number {
  return VALUES[text.charCodeAt(index)] ?? 0;
}

/** Whether the character at `index` is one of the 64 letters. */
export function isLetter(text: string, index: number): boolean {
  return VALUES[text.charCodeAt(index)] !== undefined;
}

function wallTime(now: () => number): number {
  const wall = Math.floor(now());
  if (wall >= 0 && wall < 2 ** 48) return wall;
  throw new ListError("invalid-option", "`clock.now` must give milliseconds since 1970");
}

function encodeNumber(value: number, letters: number): string {
  let text = "";
  for (let rest = value; text.length < letters; rest = Math.floor(rest / 64)) {
    text = ALPHABET.charAt(rest % 64) + text;
  }
  return text;
}

function decodeNumber(text: string, start: number, end: number): number {
  let value = 0;
  for (let index = start; index < end; index++) value = value * 64 + letterValue(text, index);
  return value;
}
