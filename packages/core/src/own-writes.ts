import { compareEntries, type Entry } from "./entry.ts";
import type { JsonValue } from "./json.ts";
import { type ListState, mergeStates } from "./merge.ts";
import type { Settings } from "./settings.ts";
import { decodeValue, type EncodedValue } from "./value.ts";

/** One stored append of this handle. The value stays text, so that no reader can change what another sees. */
export interface OwnEntry extends Omit<Entry, "value"> {
  readonly encoded: EncodedValue;
}

/**
 * What a handle has appended and removed itself. A read lays it over what it read, since a listing may lag behind its
 * own writer.
 */
export interface OwnWrites {
  added(entries: readonly OwnEntry[]): void;
  removed(ids: readonly string[]): void;
  /** The state with this handle's writes in it. */
  layOver(state: ListState): ListState;
}

/** Beyond this many writes those are forgotten that every other reader sees by now. */
const MAX_KEPT = 10_000;

/**
 * Remembers own writes for half the retention at most: an entry that someone else removed must be forgotten here
 * before its removal is forgotten in the store.
 */
export function createOwnWrites(
  settings: Pick<Settings, "clock" | "graceMs" | "retentionMs">,
): OwnWrites {
  /** By id; without the entry where the id was removed. Maps keep the order of insertion, so the oldest come first. */
  const writes = new Map<string, { readonly at: number; readonly entry?: OwnEntry }>();

  function forgetOld(): number {
    const now = settings.clock.now();
    for (const [id, { at }] of writes) {
      const age = now - at;
      const isOutlived =
        age > settings.retentionMs / 2 || (writes.size > MAX_KEPT && age > settings.graceMs);
      if (!isOutlived) break;
      writes.delete(id);
    }
    return now;
  }

  return {
    added(own) {
      const at = forgetOld();
      for (const entry of own) writes.set(entry.id, { at, entry });
    },
    removed(ids) {
      const at = forgetOld();
      for (const id of ids) {
        // Maps keep a known key's place: out and in again, so that the oldest still comes first.
        writes.delete(id);
        writes.set(id, { at });
      }
    },
    layOver(state) {
      forgetOld();
      const missing = new Map<string, OwnEntry>();
      const removed = new Map<string, number>();
      for (const [id, { at, entry }] of writes) {
        if (entry) missing.set(id, entry);
        else removed.set(id, at);
      }
      if (missing.size > 0) for (const { id } of state.entries) missing.delete(id);
      const own = [...missing.values()].map((entry) => openEntry<JsonValue>(entry));
      return mergeStates([state, { entries: own.sort(compareEntries), removed }]);
    },
  };
}

/** The public form of an own entry, with a fresh value. */
export function openEntry<T>(own: OwnEntry): Entry<T> {
  const { encoded, ...entry } = own;
  // Earned where the value was encoded: `encodeValue` took a T.
  return { ...entry, value: decodeValue(encoded) as T };
}
