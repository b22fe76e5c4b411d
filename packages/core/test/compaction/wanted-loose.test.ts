import { describe, expect, test } from "vitest";
import { encodeStamp } from "../../src/clock.ts";
import { createElsewhere } from "../../src/compaction/held-elsewhere.ts";
import { startPass } from "../../src/compaction/pass.ts";
import { wantedLoose } from "../../src/compaction/wanted-loose.ts";
import { batchKey, tombstoneKey } from "../../src/key.ts";
import type { ListedLoose, Listing } from "../../src/listing-builder.ts";
import type { LoadedSegment } from "../../src/load-segments.ts";
import { createLab, HOUR, MINUTE, NOON, RETENTION } from "../support/lab.ts";
import { loadedSegment } from "../support/loaded.ts";
import { BASE } from "../support/passes.ts";

/** The id of what is so old at noon. */
function idOf(ageMs: number, letter = "a"): string {
  return encodeStamp({ time: NOON - ageMs, counter: 0 }) + letter.repeat(12);
}

function listed(key: string, id: string): ListedLoose {
  return { key, ref: key, record: undefined, id };
}

const tombstone = (id: string) => listed(tombstoneKey(BASE, id), id);
const batch = (id: string) => listed(batchKey(BASE, id), id);

/** A segment of a minute ago that holds records with these ids. */
function holding(...ids: readonly string[]): LoadedSegment {
  return loadedSegment(idOf(MINUTE, "s"), {
    entries: [],
    removed: new Map(ids.map((id) => [id, NOON - MINUTE])),
    absorbed: new Set(ids),
    replaces: [],
  });
}

interface Given {
  readonly tombstones?: readonly ListedLoose[];
  readonly batches?: readonly ListedLoose[];
  readonly segments?: readonly LoadedSegment[];
  readonly unasked?: readonly LoadedSegment[];
  readonly seenAt?: number;
}

function wanted({
  tombstones = [],
  batches = [],
  segments = [],
  unasked = [],
  seenAt = NOON,
}: Given) {
  const listing: Listing = {
    tombstones,
    batches,
    segments: [...segments, ...unasked],
    unknown: [],
    startedAt: NOON,
    finishedAt: NOON,
    pages: 1,
    complete: true,
  };
  const pass = startPass(createLab().context(), {});
  const seen = new Map(segments.map(({ name }) => [name.id, seenAt]));
  const elsewhere = createElsewhere(listing, 15 * MINUTE, () => false).finish([], unasked);
  return wantedLoose(pass, listing, { seen }, segments, elsewhere);
}

describe("of the tombstones a pass reads", () => {
  test("those that no segment holds, before the others", () => {
    const [held, loose] = [tombstone(idOf(HOUR)), tombstone(idOf(MINUTE))];
    const segments = [holding(held.id)];
    expect(wanted({ tombstones: [held, loose], segments }).tombstones).toEqual([loose]);
    const due = wanted({ tombstones: [held, loose], segments, seenAt: NOON - HOUR });
    expect(due.tombstones).toEqual([loose, held]);
  });

  test("also what is older than segments that it didn't read: an entry that it names may be newer", () => {
    const old = tombstone(idOf(HOUR));
    const unread = holding("z".repeat(22));
    expect(wanted({ tombstones: [old], unasked: [unread] }).tombstones).toEqual([old]);
  });

  test("those that are older than the retention where something may be forgotten, though they are held", () => {
    const [old, young] = [tombstone(idOf(1.5 * RETENTION)), tombstone(idOf(HOUR))];
    const remembering = loadedSegment(idOf(MINUTE, "s"), {
      entries: [],
      removed: new Map([old.id, young.id].map((id) => [id, NOON - 1.3 * RETENTION])),
      absorbed: new Set([old.id, young.id]),
      replaces: [],
    });
    const outlived = {
      ...remembering,
      name: { ...remembering.name, removedAt: NOON - 1.3 * RETENTION },
    };
    const given = { tombstones: [old, young] };
    expect(wanted({ ...given, segments: [outlived] }).tombstones).toEqual([old]);
    expect(wanted({ ...given, segments: [holding(old.id, young.id)] }).tombstones).toEqual([]);
  });
});

describe("of the batches a pass reads", () => {
  test("the oldest first, and none that can't be folded because of what it didn't read", () => {
    const [old, young] = [batch(idOf(HOUR)), batch(idOf(MINUTE))];
    expect(wanted({ batches: [young, old] }).batches).toEqual([old, young]);
    const unread = holding("z".repeat(22));
    expect(wanted({ batches: [young, old], unasked: [unread] }).batches).toEqual([]);
  });
});
