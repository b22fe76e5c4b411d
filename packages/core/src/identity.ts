import type { Entry } from "./entry.ts";
import { blaming, ListError } from "./errors.ts";

/** Gives the identity of a value: entries whose values share it are one entry. */
export type KeyOf<T> = (value: T) => string;

/** A `keyOf` whose mistakes are reported as what they are: it throws, or gives something other than a text. */
export function checkedKeyOf<Args extends readonly unknown[]>(
  keyOf: ((...args: Args) => string) | undefined,
): ((...args: Args) => string) | undefined {
  if (keyOf === undefined) return undefined;
  return (...args) => {
    const key: unknown = blaming("`keyOf`", () => keyOf(...args));
    if (typeof key === "string") return key;
    throw new ListError("invalid-value", `\`keyOf\` must give a string, not ${String(key)}`);
  };
}

/** The other ids of an entry that several appends share, so that removing the entry removes all that was observed. */
const repeats = new WeakMap<object, readonly string[]>();

/** All ids that stand behind an entry of a read: its own, and those of later entries with the same key. */
export function observedIds(entry: Pick<Entry, "id">): readonly string[] {
  return [entry.id, ...(repeats.get(entry) ?? [])];
}

/**
 * Entries with one key are one entry, the one with the smallest id; the same for entries to which `keyOf` gives one
 * identity. The other ids stay attached to it, so that removing it removes every observed id, and an append that the
 * remover had not seen survives.
 */
export function joinByKey<T>(
  entries: readonly Entry<T>[],
  keyOf: KeyOf<T> | undefined,
): readonly Entry<T>[] {
  if (keyOf === undefined && entries.every((entry) => entry.key === undefined)) return entries;
  const firstByIdentity = new Map<string, Entry<T>>();
  const othersOf = new Map<Entry<T>, string[]>();
  for (const original of entries) {
    const identities = identitiesOf(original, keyOf);
    const known = identities.find((identity) => firstByIdentity.has(identity)) ?? "";
    const first = firstByIdentity.get(known) ?? withKey(original, keyOf);
    const others = othersOf.get(first);
    if (others === undefined) othersOf.set(first, []);
    else others.push(original.id);
    for (const identity of identities)
      if (!firstByIdentity.has(identity)) firstByIdentity.set(identity, first);
  }
  for (const [entry, others] of othersOf) if (others.length > 0) repeats.set(entry, others);
  return [...othersOf.keys()];
}

/**
 * Joins window after window as {@link joinByKey} joins a whole list: what an earlier window had is left out of the
 * later ones.
 */
export function createWindowJoiner<T>(
  keyOf: KeyOf<T> | undefined,
): (window: readonly Entry<T>[]) => readonly Entry<T>[] {
  const known = new Set<string>();
  return (window) => {
    const fresh: Entry<T>[] = [];
    const identities: string[] = [];
    for (const entry of window) {
      const own = identitiesOf(entry, keyOf);
      const isRepeat = own.some((identity) => known.has(identity));
      if (isRepeat) for (const identity of own) known.add(identity);
      else {
        fresh.push(entry);
        identities.push(...own);
      }
    }
    for (const identity of identities) known.add(identity);
    return joinByKey(fresh, keyOf);
  };
}

function identitiesOf<T>(entry: Entry<T>, keyOf: KeyOf<T> | undefined): string[] {
  const identities: string[] = [];
  if (entry.key !== undefined) identities.push(`key ${entry.key}`);
  if (keyOf !== undefined) identities.push(`value ${keyOf(entry.value)}`);
  return identities;
}

/** The entry with what `keyOf` gives for its key, where it has none of its own. */
export function withKey<T>(entry: Entry<T>, keyOf: KeyOf<T> | undefined): Entry<T> {
  return entry.key === undefined && keyOf !== undefined
    ? { ...entry, key: keyOf(entry.value) }
    : entry;
}
