import { type OrderedKeys, orderedKeys } from "../../memory/ordered-keys.ts";
import type { StoredRecord } from "./fresh-record.ts";

/** What a key held from some moment on. */
export interface Version {
  /** When it landed. May lie ahead: then it hasn't landed yet. */
  readonly at: number;
  /** Its place among all versions, for draws. */
  readonly serial: number;
  /** The region it was written in. */
  readonly region: string;
  /** Undefined where the key was deleted. */
  readonly stored: StoredRecord | undefined;
  /** When the platform drops it. */
  readonly expiresAt: number;
}

/** Everything that ever landed, key by key: what the regions lag behind. */
export interface History {
  /** Every key that ever was, in the order of bytes. */
  readonly keys: OrderedKeys;
  /** The versions of a key, oldest first. */
  of(key: string): readonly Version[];
  /** Adds a version. Of two that land at the same moment the one added later wins. */
  land(key: string, version: Omit<Version, "serial">): void;
  /** Forgets a key's past: from now on it has always held `stored`. */
  rewrite(key: string, stored: StoredRecord | undefined): void;
  /** When the last version lands. */
  lastLanding(): number;
}

export function keyHistory(): History {
  const keys = orderedKeys();
  const versions = new Map<string, Version[]>();
  let serial = 0;
  let last = Number.NEGATIVE_INFINITY;

  function versionsOf(key: string): Version[] {
    const known = versions.get(key);
    if (known !== undefined) return known;
    const fresh: Version[] = [];
    versions.set(key, fresh);
    keys.add(key);
    return fresh;
  }

  return {
    keys,
    of: (key) => versions.get(key) ?? [],
    land(key, version) {
      const known = versionsOf(key);
      let place = known.length;
      while (place > 0 && (known[place - 1]?.at ?? 0) > version.at) place--;
      known.splice(place, 0, { ...version, serial: serial++ });
      last = Math.max(last, version.at);
    },
    rewrite(key, stored) {
      const always = {
        at: Number.NEGATIVE_INFINITY,
        serial: serial++,
        region: "",
        stored,
        expiresAt: Number.POSITIVE_INFINITY,
      };
      versionsOf(key).splice(0, Number.POSITIVE_INFINITY, always);
    },
    lastLanding: () => last,
  };
}
