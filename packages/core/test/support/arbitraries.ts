import fc from "fast-check";
import { ALPHABET, encodeStamp } from "../../src/clock.ts";
import type { Entry } from "../../src/entry.ts";
import { timeOf } from "../../src/entry.ts";
import type { JsonValue } from "../../src/json.ts";
import type { ListState } from "../../src/merge.ts";
import type { Segment } from "../../src/record/segment.ts";

/** Stamps around one time, so that they meet. */
export const stamps = fc.record({
  time: fc.integer({ min: 1_767_225_600_000, max: 1_767_225_600_050 }),
  counter: fc.integer({ min: 0, max: 4095 }),
});

/** Few random parts, so that ids meet too. */
export const ids: fc.Arbitrary<string> = fc
  .tuple(stamps, fc.constantFrom(...ALPHABET))
  .map(([stamp, letter]) => encodeStamp(stamp) + letter.repeat(12));

/** Any id there can be. */
export const anyIds: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...ALPHABET), { minLength: 22, maxLength: 22 })
  .map((letters) => letters.join(""));

/** Whatever JSON carries unchanged; -0 is nothing of the kind. */
export const jsonValues: fc.Arbitrary<JsonValue> = fc
  .jsonValue()
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);

/** An entry is what its id says: two with one id are the same. */
export function entryOf(id: string): Entry {
  const last = id.charCodeAt(9);
  return {
    id,
    value: `value of ${id}`,
    appendedAt: timeOf(id),
    ...(last % 3 === 0 ? { key: `key ${last}` } : {}),
    ...(last % 5 === 0 ? { expiresAt: timeOf(id) + last } : {}),
  };
}

/** Entries in order of id, each once. */
export const runs: fc.Arbitrary<readonly Entry[]> = fc
  .uniqueArray(ids, { maxLength: 30 })
  .map((some) => some.sort().map(entryOf));

export const states: fc.Arbitrary<ListState> = fc.record({
  entries: runs,
  removed: fc
    .array(fc.tuple(ids, fc.integer({ min: 0, max: 1_000 })), { maxLength: 15 })
    .map((pairs) => new Map(pairs)),
});

export const segments: fc.Arbitrary<Segment> = fc
  .tuple(runs, states, fc.array(ids, { maxLength: 5 }), fc.array(fc.boolean(), { maxLength: 15 }))
  .map(([entries, { removed }, replaces, isAbsorbed]) => ({
    entries: entries.filter(({ id }) => !removed.has(id)),
    removed,
    absorbed: new Set([...removed.keys()].filter((_, index) => isAbsorbed[index])),
    replaces: [...new Set(replaces)],
  }));
