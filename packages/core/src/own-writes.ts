import { type Entry, timeOf } from "./entry.ts";
import type { JsonValue } from "./json.ts";
import { type ListState, mergeEntries } from "./merge.ts";
import type { Settings } from "./options.ts";
import { decodeValue, type EncodedValue } from "./value.ts";

/** One stored append of this handle. The value stays text, so that no reader can change what another sees. */
export interface OwnEntry extends Omit<Entry, "value"> {
  readonly encoded: EncodedValue;
}

/** What a handle has appended and removed itself. A read lays it over what it read, since a listing may lag behind its own writer. */
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
  const entries = new Map<string, { readonly entry: OwnEntry; readonly at: number }>();
  const removals = new Map<string, number>();

  /** Maps keep the order of insertion, so the oldest come first. */
  function forget(times: Map<string, unknown>, timeAt: (id: string) => number): void {
    const now = settings.clock.now();
    for (const id of times.keys()) {
      const age = now - timeAt(id);
      const isOutlived =
        age > settings.retentionMs / 2 || (times.size > MAX_KEPT && age > settings.graceMs);
      if (!isOutlived) return;
      times.delete(id);
    }
  }

  function forgetOld(): void {
    forget(entries, (id) => entries.get(id)?.at ?? 0);
    forget(removals, (id) => removals.get(id) ?? 0);
  }

  return {
    added(own) {
      forgetOld();
      const at = settings.clock.now();
      for (const entry of own) entries.set(entry.id, { entry, at });
    },
    removed(ids) {
      forgetOld();
      const at = settings.clock.now();
      for (const id of ids) {
        // Maps keep a known key's place: out and in again, so that the oldest still comes first.
        removals.delete(id);
        removals.set(id, at);
      }
    },
    layOver(state) {
      forgetOld();
      const known =
        entries.size === 0 ? new Set<string>() : new Set(state.entries.map((entry) => entry.id));
      const missing = [...entries.values()]
        .filter(({ entry }) => !known.has(entry.id))
        .map(({ entry }) => openEntry<JsonValue>(entry));
      const own = missing.sort((left, right) => (left.id < right.id ? -1 : 1));
      return {
        entries: own.length === 0 ? state.entries : mergeEntries([state.entries, own]),
        removed:
          removals.size === 0
            ? state.removed
            : new Map(
                [...removals.keys()]
                  .map((id) => [id, timeOf(id)] as const)
                  .concat([...state.removed]),
              ),
      };
    },
  };
}

/** The public form of an own entry, with a fresh value. */
export function openEntry<T>(own: OwnEntry): Entry<T> {
  const { encoded, ...entry } = own;
  // Earned where the value was encoded: `encodeValue` took a T.
  return { ...entry, value: decodeValue(encoded) as T };
}
