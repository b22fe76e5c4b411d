import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { batchIds } from "../src/entry.ts";
import type { JsonObject, JsonValue } from "../src/json.ts";
import { decodeBatch, encodeBatch } from "../src/record/batch.ts";
import type { Decoded } from "../src/record/check.ts";
import { sealed, sealHolds } from "../src/record/checksum.ts";
import { decodeHead, encodeHead, type Head, joinHeads } from "../src/record/head.ts";
import { checksumHolds, decodeSegment, encodeSegment } from "../src/record/segment.ts";
import { decodeTombstone, encodeTombstone } from "../src/record/tombstone.ts";
import { anyIds, ids, jsonValues, segments } from "./support/arbitraries.ts";

const ID = "-OhqqeV---aaaaaaaaaaaa";
const LATER = "-OhqqeV--0aaaaaaaaaaaa";
const NEXT_MS = "-OhqqeV0--aaaaaaaaaaaa";

const newEntries = fc.array(
  fc.record(
    { value: jsonValues, key: fc.string({ minLength: 1 }), expiresAt: fc.nat() },
    { requiredKeys: ["value"] },
  ),
  { minLength: 1, maxLength: 8 },
);

const heads: fc.Arbitrary<Head> = fc.record(
  {
    seen: fc.array(fc.tuple(ids, fc.nat())).map((pairs) => new Map(pairs)),
    current: fc.record(
      { at: fc.nat(), keys: fc.array(fc.string()), body: jsonValues },
      { requiredKeys: ["at", "keys"] },
    ),
  },
  { requiredKeys: ["seen"] },
);

/** As the store gives it back. */
function stored(record: JsonObject): JsonValue {
  return JSON.parse(JSON.stringify(record));
}

describe("what is decoded is what was encoded", () => {
  test("a batch", () => {
    fc.assert(
      fc.property(anyIds, newEntries, (id, entries) => {
        fc.pre(id < "z");
        const decoded = decodeBatch(id, stored(encodeBatch(entries)));
        const expected = batchIds(id, entries.length).map((entryId, index) => ({
          ...entries[index],
          id: entryId,
          appendedAt: expect.any(Number),
        }));
        expect(decoded).toEqual({ ok: true, value: expected });
      }),
    );
  });

  test("a tombstone", () => {
    fc.assert(
      fc.property(fc.array(anyIds), (all) => {
        expect(decodeTombstone(stored(encodeTombstone(all)))).toEqual({ ok: true, value: all });
      }),
    );
  });

  test("a segment, with a checksum that holds", () => {
    fc.assert(
      fc.property(segments, (segment) => {
        const record = stored(encodeSegment(segment).record);
        const decoded = decodeSegment({ count: segment.entries.length }, record);
        expect(decoded).toEqual({ ok: true, value: segment });
        expect(checksumHolds(record)).toBe(true);
      }),
    );
  });

  test("a head", () => {
    fc.assert(
      fc.property(heads, (head) => {
        expect(decodeHead(stored(encodeHead(head).record))).toEqual({ ok: true, value: head });
      }),
    );
  });
});

describe("what is no record of ours is refused, and never throws", () => {
  const DECODERS: readonly { kind: string; decode: (record: JsonValue) => Decoded<unknown> }[] = [
    { kind: "batch", decode: (record) => decodeBatch(ID, record) },
    { kind: "tombstone", decode: decodeTombstone },
    { kind: "segment", decode: (record) => decodeSegment({ count: 1 }, record) },
    { kind: "head", decode: decodeHead },
  ];

  test.each(DECODERS)("any JSON in place of a $kind", ({ decode }) => {
    fc.assert(
      fc.property(jsonValues, (value) => {
        expect(decode(value).ok).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(DECODERS)("a $kind of a newer version, which is named as such", ({ kind, decode }) => {
    expect(decode({ [kind]: 2, values: [1], ids: ID })).toEqual({
      ok: false,
      reason: `${kind} version 2, written by a newer shardlist`,
    });
    expect(decode({ [kind]: "1", values: [1], ids: ID })).toMatchObject({ ok: false });
  });

  test.each(DECODERS)("a $kind with any one field changed or left out", ({ kind, decode }) => {
    const whole = {
      batch: encodeBatch([{ value: 1, key: "k", expiresAt: 5 }]),
      tombstone: encodeTombstone([ID]),
      segment: encodeSegment({
        entries: [{ id: ID, value: 1, appendedAt: 0, key: "k", expiresAt: 5 }],
        removed: new Map([[LATER, 7]]),
        absorbed: new Set([LATER]),
        replaces: [LATER],
      }).record,
      head: encodeHead({ seen: new Map([[ID, 1]]), current: { at: 1, keys: ["a"] } }).record,
    }[kind] as JsonObject;
    expect(decode(whole).ok).toBe(true);
    const optional = kind === "batch" || kind === "segment" ? ["keys", "expiresAt"] : [];
    for (const field of Object.keys(whole)) {
      const { [field]: _, ...rest } = whole;
      const isNeeded = !optional.includes(field) && !(kind === "segment" && field === "checksum");
      if (isNeeded) expect(decode(rest), `without ${field}`).toMatchObject({ ok: false });
      for (const other of [7, "?", null, {}, [[]], [[0]], [["x", 1]], [null, null]]) {
        const isKept = field === "values" && (kind === "batch" || Array.isArray(other));
        const isUnread = kind === "segment" && field === "checksum";
        if (!isKept && !isUnread)
          expect(
            decode({ ...whole, [field]: other }),
            `${field}: ${JSON.stringify(other)}`,
          ).toMatchObject({
            ok: false,
          });
      }
    }
  });

  test("a batch without values, or with columns of another length", () => {
    for (const record of [
      { batch: 1, values: [] },
      { batch: 1, values: [1, 2], keys: ["a"] },
      { batch: 1, values: [1], keys: [7] },
      { batch: 1, values: [1], expiresAt: ["x"] },
      { batch: 1, values: [1], expiresAt: [-1] },
    ])
      expect(decodeBatch(ID, record)).toMatchObject({ ok: false });
  });

  test("a segment whose ids are out of order, repeated, or not as many as its key says", () => {
    const segment = (all: readonly string[]) => ({
      ...encodeSegment({ entries: [], removed: new Map(), absorbed: new Set(), replaces: [] })
        .record,
      ids: all.join(""),
      values: all.map(() => 1),
    });
    expect(decodeSegment({ count: 2 }, segment([ID, LATER])).ok).toBe(true);
    expect(decodeSegment({ count: 2 }, segment([LATER, ID])).ok).toBe(false);
    expect(decodeSegment({ count: 2 }, segment([LATER, NEXT_MS])).ok).toBe(true);
    expect(decodeSegment({ count: 2 }, segment([NEXT_MS, LATER])).ok).toBe(false);
    expect(decodeSegment({ count: 2 }, segment([ID, ID])).ok).toBe(false);
    expect(decodeSegment({ count: 1 }, segment([ID, LATER])).ok).toBe(false);
    expect(decodeSegment({ count: 1 }, { ...segment([ID]), values: [] }).ok).toBe(false);
    expect(decodeSegment({ count: 1 }, segment(["é".repeat(22)])).ok).toBe(false);
  });
});

describe("a checksum", () => {
  test("tells a segment from one in which any letter was changed", () => {
    fc.assert(
      fc.property(segments, fc.nat(), fc.constantFrom(..."0aZ9"), (segment, place, letter) => {
        const text = JSON.stringify(encodeSegment(segment).record);
        const at = place % text.length;
        const changed = text.slice(0, at) + letter + text.slice(at + 1);
        fc.pre(changed !== text);
        let record: JsonValue;
        try {
          record = JSON.parse(changed);
        } catch {
          return;
        }
        // 1e0 and 1.0 are the same number: what counts is the record, not its text.
        fc.pre(JSON.stringify(record) !== text);
        expect(checksumHolds(record)).toBe(false);
      }),
      { numRuns: 3_000 },
    );
  });

  test("is the same everywhere and for ever", () => {
    const { record, bytes } = sealed({ a: [1, "é", null] });
    expect(record).toEqual({ a: [1, "é", null], checksum: "32b8d172" });
    expect(bytes).toBe(new TextEncoder().encode(JSON.stringify(record)).length);
    expect(sealHolds(record)).toBe(true);
    expect(sealHolds({ ...record, a: [1, "e", null] })).toBe(false);
    expect(sealHolds({ a: 1 })).toBe(false);
    expect(checksumHolds({ segment: 1 })).toBe(false);
    expect(checksumHolds(null)).toBe(false);
  });
});

describe("heads joined", () => {
  test("in any order, any number of times, say the same", () => {
    fc.assert(
      fc.property(heads, heads, heads, (one, two, three) => {
        const distinct = new Set([one, two, three].map(({ current }) => current?.at ?? -1));
        fc.pre(distinct.size === 3);
        const sorted = ({ seen, current }: Head) => ({ current, seen: [...seen].sort() });
        expect(sorted(joinHeads(one, two))).toEqual(sorted(joinHeads(two, one)));
        expect(sorted(joinHeads(one, one))).toEqual(sorted(one));
        expect(sorted(joinHeads(joinHeads(one, two), three))).toEqual(
          sorted(joinHeads(one, joinHeads(two, three))),
        );
      }),
    );
  });

  test("keep the later complete pass, and the earliest sight of each segment", () => {
    const older: Head = { seen: new Map([[ID, 5]]), current: { at: 1, keys: ["a"] } };
    const newer: Head = {
      seen: new Map([
        [ID, 9],
        [LATER, 9],
      ]),
      current: { at: 2, keys: ["b"] },
    };
    const joined = joinHeads(newer, older);
    expect(joined.current?.keys).toEqual(["b"]);
    expect(Object.fromEntries(joined.seen)).toEqual({ [ID]: 5, [LATER]: 9 });
    expect(joinHeads({ seen: new Map() }, older).current).toEqual(older.current);
  });
});
