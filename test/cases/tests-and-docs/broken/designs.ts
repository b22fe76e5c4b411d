import type { Mutant } from "../../../simulation/mutants/mutants.ts";

/** A design that people have come to grief with, and a part of the suite that must notice it. */
export interface BrokenDesign extends Mutant {
  readonly caughtBy: string;
}

/** A list as one array under one key: what everybody writes first. */
const ONE_ARRAY = `
  const key = base + "all";
  const all = async () => ((await store.get(key)) ?? []) as Entry[];
  return {
    ...list,
    async append(value: JsonValue) {
      const entries = await all();
      const entry = { id: newId(clock.tick(1)), value, appendedAt: settings.clock.now() };
      await store.put(key, [...entries, entry] as unknown as JsonValue, { inline: false });
      return entry;
    },
    read: async () => {
      const entries = await all();
      return { entries, values: entries.map(({ value }) => value) };
    },
  } as unknown as List<T>;`;

/**
 * https://kuryzhev.cloud/?p=742: each of these passes every test over a store that is never stale
 * and never fails.
 */
export const BROKEN_DESIGNS: readonly BrokenDesign[] = [
  {
    name: "a list kept as one array under one key",
    file: "list-store.ts",
    changes: [
      {
        find: "list: (name) => createList<T>(contextOf(name), values),",
        replace: `list: (name) => {
  const context = contextOf(name);
  const { clock, newId, base } = context;
  const list = createList<T>(context, values);${ONE_ARRAY}
    },`,
      },
      {
        find: `import type { List } from`,
        replace: `import type { Entry } from "./entry.ts";\nimport type { List } from`,
      },
    ],
    caughtBy: "appending/at-once.test.ts",
  },
  {
    name: "a listing that stops after one page",
    file: "listing.ts",
    changes: [{ find: "cursor = page.cursor || undefined;", replace: "cursor = undefined;" }],
    caughtBy: "listing/pages.test.ts",
  },
  {
    name: "a read that skips a listed key whose get is null",
    file: "load.ts",
    changes: [
      {
        find: "return { gone, tooYoung };",
        replace: "return { gone: [], tooYoung };",
      },
    ],
    caughtBy: "stale-views/gone-keys.test.ts",
  },
  {
    name: "tombstones dropped by age",
    file: "compaction/build.ts",
    changes: [
      {
        find: `if (context.forgotten.has(id)) continue;`,
        replace: `if (context.now - time > 15 * 60_000) continue;`,
      },
    ],
    caughtBy: "removing/rewritten.test.ts",
  },
  {
    name: "a grace period of zero",
    file: "compaction/collect.ts",
    changes: [
      {
        find: `return now - graceMs - Math.min(MAX_SKEW_MS, graceMs / 2);`,
        replace: `return now;`,
      },
    ],
    caughtBy: "compaction/grace.test.ts",
  },
];
