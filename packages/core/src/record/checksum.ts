import type { JsonObject } from "../json.ts";

/** Odd constants of MurmurHash3 (Austin Appleby, public domain), which mix four bytes at a time. */
const MULTIPLIER_1 = 0xcc9e2d51;
const MULTIPLIER_2 = 0x1b873593;
const ADDEND = 0xe6546b64;

/** A record with its checksum, and its size in bytes of JSON. */
export interface SealedRecord {
  readonly record: JsonObject;
  readonly bytes: number;
}

/** Adds its checksum to a record. Tells its size, too, since the JSON is at hand. */
export function sealed(body: JsonObject): SealedRecord {
  const [checksum, bytes] = summed(body);
  return { record: { ...body, checksum }, bytes: bytes + `,"checksum":"${checksum}"`.length };
}

/** Whether a record still is what was sealed. */
export function sealHolds({ checksum, ...body }: JsonObject): boolean {
  return checksum === summed(body)[0];
}

/**
 * Eight hex digits over a record's JSON: guards against torn and edited records, not against forgery. Our own, since
 * the platform's digests are asynchronous, and four bytes a step, since Fastly interprets this loop.
 */
function summed(body: JsonObject): readonly [checksum: string, bytes: number] {
  // A new array: its buffer begins with the text. Zeros behind that fill its last word.
  const { buffer, length } = new TextEncoder().encode(`${JSON.stringify(body)}\0\0\0`);
  const words = new Uint32Array(buffer, 0, length >> 2);
  const bytes = length - 3;
  let hash = bytes;
  // By index: an iterator takes as long as the mixing.
  for (let index = 0; index < words.length; index++) hash = mix(hash, words[index] as number);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return [((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, "0"), bytes];
}

function mix(hash: number, word: number): number {
  const scrambled = Math.imul(rotate(Math.imul(word, MULTIPLIER_1), 15), MULTIPLIER_2);
  return (Math.imul(rotate(hash ^ scrambled, 13), 5) + ADDEND) | 0;
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
