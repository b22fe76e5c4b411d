import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareEntries } from "../src/entry.ts";
import { joinByKey, observedIds } from "../src/identity.ts";
import { type ListState, mergeEntries, mergeStates, visibleEntries } from "../src/merge.ts";
import { entryOf, ids, runs, states } from "./support/arbitraries.ts";

const RUNS = { numRuns: 2_000 };

/** A state as plain data, whatever the order in which its maps were filled. */
function plain({ entries, removed }: ListState) {
  return { entries, removed: [...removed].sort() };
}

function merged(...all: readonly ListState[]) {
  return plain(mergeStates(all));
}

describe("merging states", () => {
  test("is commutative", () => {
    fc.assert(
      fc.property(states, states, (one, two) => {
        expect(merged(one, two)).toEqual(merged(two, one));
      }),
      RUNS,
    );
  });

  test("is associative", () => {
    fc.assert(
      fc.property(states, states, states, (one, two, three) => {
        const left = merged(mergeStates([one, two]), three);
        expect(left).toEqual(merged(one, mergeStates([two, three])));
        expect(left).toEqual(merged(one, two, three));
      }),
      RUNS,
    );
  });

  test("is idempotent, and nothing changes nothing", () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(merged(state, state)).toEqual(plain(state));
        expect(merged(state)).toEqual(plain(state));
        expect(merged(state, mergeStates([]))).toEqual(plain(state));
      }),
      RUNS,
    );
  });

  test("gives the union, in order, each id once", () => {
    fc.assert(
      fc.property(fc.array(runs, { maxLength: 6 }), (all) => {
        const expected = [...new Set(all.flat().map(({ id }) => id))].sort().map(entryOf);
        expect(mergeEntries(all)).toEqual(expected);
      }),
      RUNS,
    );
  });

  test("changes none of what it is given", () => {
    fc.assert(
      fc.property(states, states, (one, two) => {
        const before = structuredClone([one, two]);
        mergeStates([one, two]);
        expect([one, two]).toEqual(before);
      }),
    );
  });

  test("keeps the later time of a removal", () => {
    const [id = ""] = fc.sample(ids, 1);
    const at = (time: number): ListState => ({ entries: [], removed: new Map([[id, time]]) });
    expect(mergeStates([at(3), at(9), at(5)]).removed.get(id)).toBe(9);
  });

  test("shows what is neither removed nor expired, whichever came first", () => {
    fc.assert(
      fc.property(
        states,
        states,
        fc.integer({ min: 0, max: 2_000_000_000_000 }),
        (one, two, now) => {
          const state = mergeStates([one, two]);
          const visible = new Set(visibleEntries(state, now).map(({ id }) => id));
          for (const entry of state.entries) {
            const isGone = one.removed.has(entry.id) || two.removed.has(entry.id);
            const isExpired = entry.expiresAt !== undefined && entry.expiresAt <= now;
            expect(visible.has(entry.id)).toBe(!isGone && !isExpired);
          }
          expect([...visible]).toEqual([...visible].sort());
        },
      ),
      RUNS,
    );
  });

  test("compares ids as text", () => {
    expect(compareEntries({ id: "a" }, { id: "b" })).toBe(-1);
    expect(compareEntries({ id: "b" }, { id: "a" })).toBe(1);
    expect(compareEntries({ id: "a" }, { id: "a" })).toBe(0);
  });
});

describe("entries of one key", () => {
  test("become the first of them, and keep the ids of all", () => {
    fc.assert(
      fc.property(runs, (entries) => {
        const joined = joinByKey(entries, undefined);
        const keys = joined.flatMap(({ key }) => (key === undefined ? [] : [key]));
        expect(new Set(keys).size).toBe(keys.length);
        expect(joined.flatMap(observedIds).sort()).toEqual(entries.map(({ id }) => id));
        for (const entry of joined) {
          const first = entries.find(({ key }) => key === entry.key);
          expect(entry.key === undefined ? entry : first).toEqual(entry);
        }
      }),
      RUNS,
    );
  });

  test("with `keyOf`, equal values are one entry whose key is their identity", () => {
    fc.assert(
      fc.property(runs, fc.integer({ min: 1, max: 5 }), (entries, length) => {
        const keyOf = (value: unknown) => String(value).slice(-length);
        const joined = joinByKey(entries, keyOf);
        const identities = joined.map(({ value }) => keyOf(value));
        expect(new Set(identities).size).toBe(identities.length);
        expect(joined.every(({ key }) => key !== undefined)).toBe(true);
        expect(joined.flatMap(observedIds).sort()).toEqual(entries.map(({ id }) => id));
      }),
      RUNS,
    );
  });
});
