import type { JsonValue, ListedRecord, RecordStore } from "@shardlist/core";
import type { Chooser } from "./chooser.ts";

/** Keys in a store whose every answer may be up to a staleness window old, as the chooser says. */
export interface ChoosingStore {
  /** Moves time on; nothing else does. */
  wait(ms: number): void;
  now(): number;
  /** The store as a process sees it that asks `before` each call, and goes on when that resolves. */
  seenBy(before: (operation: Operation, key: string) => Promise<void>): RecordStore;
}

/** What a process is about to do. */
export type Operation = "put" | "delete" | "get" | "list";

interface Version {
  readonly at: number;
  readonly record: JsonValue | undefined;
}

/** One process's view: which of the young versions it has chosen to see, by kind of call. */
interface Viewer {
  readonly get: Map<Version, boolean>;
  readonly list: Map<Version, boolean>;
}

/** How a run's store keeps and lists records. */
export interface StoreShape {
  readonly stalenessMs: number;
  /** Whether batches and tombstones travel with the listing. */
  readonly inline: boolean;
  readonly pageSize: number;
}

/** A store in which all that edge stores leave open is a choice. */
export function choosingStore(chooser: Chooser, shape: StoreShape): ChoosingStore {
  const keys = new Map<string, Version[]>();
  const inline = new Set<string>();
  let now = 0;

  function write(key: string, record: JsonValue | undefined): void {
    const versions = keys.get(key) ?? [];
    keys.set(key, [...versions, { at: now, record }]);
  }

  /** What a viewer sees of a key: each version shows at once or a staleness window late, by a choice for each viewer. */
  function look(viewer: Viewer, kind: "get" | "list", key: string): JsonValue | undefined {
    const versions = keys.get(key) ?? [];
    return versions.findLast((version) => isVisible(viewer[kind], version))?.record;
  }

  function isVisible(lags: Map<Version, boolean>, version: Version): boolean {
    if (version.at <= now - shape.stalenessMs) return true;
    const known = lags.get(version);
    if (known !== undefined) return known;
    const chosen = chooser.choose(2) === 0;
    lags.set(version, chosen);
    return chosen;
  }

  function page(viewer: Viewer, prefix: string, cursor: string | undefined) {
    const records: ListedRecord[] = [];
    const after = [...keys.keys()].filter((key) => key.startsWith(prefix) && key > (cursor ?? ""));
    for (const key of after.sort()) {
      const record = look(viewer, "list", key);
      if (record === undefined) continue;
      records.push(inline.has(key) ? { key, ref: key, record } : { key, ref: key });
      if (records.length === shape.pageSize && key !== after.at(-1))
        return { records, cursor: key };
    }
    return { records };
  }

  return {
    now: () => now,
    wait(ms) {
      now += ms;
    },
    seenBy(before) {
      const viewer: Viewer = { get: new Map(), list: new Map() };
      return {
        name: "choosing",
        limits: {
          keyBytes: 512,
          inlineBytes: shape.inline ? 1024 : 0,
          valueBytes: 1_000_000,
          pageSize: shape.pageSize,
          operationsPerInvocation: 1000,
          parallelCalls: 1,
        },
        async put(key, record, options) {
          await before("put", key);
          if (shape.inline && options?.inline !== false) inline.add(key);
          write(key, record);
        },
        async get(ref) {
          await before("get", ref);
          return look(viewer, "get", ref);
        },
        async delete(ref) {
          await before("delete", ref);
          write(ref, undefined);
        },
        async list(prefix, cursor) {
          await before("list", prefix);
          return page(viewer, prefix, cursor);
        },
        classify: () => "unknown",
      };
    },
  };
}
