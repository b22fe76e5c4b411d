/** A way to break the protocol: a change to the text of one module of the core. */
export interface Mutant {
  readonly name: string;
  /** The module, below the core's sources. */
  readonly file: string;
  readonly changes: readonly Change[];
  /** Where to look for it: a profile whose store provokes it, the small models, or the sleepy one of them. @default all profiles in turn */
  readonly caughtBy?: string;
}

/** A piece of source, which must be there exactly once, and what stands in its place. */
export interface Change {
  readonly find: string;
  readonly replace: string;
}

/** Breaks of the protocol that the simulation or the small models must notice. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "segments are listed before batches, and batches before tombstones",
    file: "key.ts",
    changes: [
      {
        find: `{ tombstone: "d", batch: "e", head: "h", segment: "s" }`,
        replace: `{ tombstone: "t", batch: "e", head: "h", segment: "b" }`,
      },
    ],
  },
  {
    name: "a listed key whose get answers null is skipped",
    caughtBy: "slow-gets",
    file: "load.ts",
    changes: [
      {
        find: `return { gone, tooYoung };`,
        replace: `return { gone: [], tooYoung };`,
      },
    ],
  },
  {
    name: "there is no grace period",
    caughtBy: "flickering",
    file: "compaction/collect.ts",
    changes: [
      {
        find: `return now - graceMs - Math.min(MAX_SKEW_MS, graceMs / 2);`,
        replace: `return now;`,
      },
    ],
  },
  {
    name: "the grace period is counted from the age of what was folded",
    caughtBy: "flickering",
    file: "compaction/collect.ts",
    changes: [
      {
        find: `gathered.segments.filter(wasSeenBefore(gathered.head, before))`,
        replace: `gathered.segments.filter(({ segment }) => segment.entries.every(({ appendedAt }) => appendedAt < before))`,
      },
    ],
  },
  {
    name: "the grace period is counted from the segment's id, not from its sight",
    caughtBy: "sleepy model",
    file: "compaction/collect.ts",
    changes: [
      {
        find: `import { createCover } from "./cover.ts";`,
        replace: `import { createCover } from "./cover.ts"; import { timeOf } from "../entry.ts";`,
      },
      {
        find: `(seen.get(name.id) ?? before) < before`,
        replace: `timeOf(name.id) < before`,
      },
    ],
  },
  {
    name: "a removed id is dropped by its age",
    file: "compaction/build.ts",
    changes: [
      {
        find: `if (context.forgotten.has(id)) continue;`,
        replace: `if (context.now - time > 3 * 60_000) continue;`,
      },
    ],
  },
  {
    name: "a removed id is dropped while a record that carries it is listed",
    caughtBy: "forgetful",
    file: "compaction/forget.ts",
    changes: [
      {
        find: `new Set([...outlived].filter((id) => !carried.has(id)))`,
        replace: `new Set(outlived)`,
      },
    ],
  },
  {
    name: "a removed id is dropped together with the entry that it hides",
    file: "compaction/build.ts",
    changes: [
      {
        find: `removed.set(id, removed.get(id) ?? context.removed.get(id) ?? context.now);`,
        replace: `removed.delete(id);`,
      },
    ],
  },
  {
    name: "a segment's name is used again",
    file: "compaction/run-fold.ts",
    changes: [
      {
        find: `id: context.newId(context.clock.tick(1)),`,
        replace: `id: context.newId({ time: Math.floor(context.clock.tick(1).time / 60_000) * 60_000, counter: 0 }).slice(0, 10) + "-".repeat(12),`,
      },
    ],
  },
  {
    name: "a pass deletes what it has just folded",
    file: "compaction/run-fold.ts",
    changes: [
      {
        find: `live.set(written.name.id, written);`,
        replace: `live.set(written.name.id, written); for (const { ref } of [...batches, ...tombstones]) await pass.calls.delete(ref);`,
      },
    ],
  },
  {
    name: "a pass deletes batches that it has not read",
    file: "compaction/collect.ts",
    changes: [
      {
        find: `...loaded.batches.filter(cover.holdsBatch),`,
        replace: `...loaded.listing.batches.filter(({ id }) => segments.some(({ name }) => id < name.id)),`,
      },
    ],
  },
  {
    name: "a segment covers what lies in its range",
    file: "compaction/cover.ts",
    changes: [
      {
        find: `entries.every(({ id }) => isHeld(id))`,
        replace: `entries.every(({ id }) => segments.some(({ name }) => name.min <= id && id <= name.max))`,
      },
    ],
  },
  {
    name: "a failed put is repeated under a new key",
    file: "store-calls.ts",
    changes: [
      {
        find: `put: (key, record, options) => call("put", key, () => store.put(key, record, options)),`,
        replace: `put: (key, record, options) => {
          let tries = 0;
          const next = () => (tries++ === 0 ? key : key.replace(/(\\/e\\/.*).$/, (_, start) => start + "abcdefgh".charAt(tries)));
          return call("put", key, () => store.put(next(), record, options));
        },`,
      },
    ],
  },
  {
    name: "segments that the head doesn't name are deleted",
    file: "compaction/collect.ts",
    changes: [
      {
        find: `if (coveredBy(gathered, due, heldElsewhere).length === 0) return [];`,
        replace: `const current = gathered.head.current;
  if (current !== undefined)
    return gathered.listing.segments.filter(({ key }) => !current.keys.includes(key));`,
      },
    ],
  },
  {
    name: "an empty page is taken for the end of a listing",
    file: "listing.ts",
    changes: [
      {
        find: `cursor = page.cursor || undefined;`,
        replace: `cursor = page.records.length === 0 ? undefined : page.cursor;`,
      },
    ],
  },
  {
    name: "what replaced segments have removed is not read",
    caughtBy: "small models",
    file: "load-segments.ts",
    changes: [{ find: ` && name.removedAt === 0;`, replace: `;` }],
  },
  {
    name: "a segment is deleted together with the only one that names it",
    caughtBy: "late",
    file: "compaction/collect.ts",
    changes: [{ find: ` && named.has(name.id)`, replace: `` }],
  },
  {
    name: "a put that failed is repeated at once",
    caughtBy: "clobbered",
    file: "retry.ts",
    changes: [{ find: ` || call.operation === "put";`, replace: `;` }],
  },
  {
    name: "a handle's own writes are not laid over what it reads",
    file: "own-writes.ts",
    changes: [{ find: `layOver(state) {`, replace: `layOver(state) { if (true) return state;` }],
  },
];
