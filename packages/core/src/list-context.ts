import { createHybridClock, type HybridClock } from "./clock.ts";
import { createNewId, type NewId } from "./entry.ts";
import { listBase } from "./key.ts";
import type { RecordStore } from "./record-store.ts";
import type { Settings } from "./settings.ts";

/** What everything that works on one list shares. */
export interface ListContext {
  readonly store: RecordStore;
  readonly settings: Settings;
  readonly clock: HybridClock;
  readonly newId: NewId;
  readonly name: string;
  /** Where the list's keys start. */
  readonly base: string;
}

/** Makes the contexts of a store's lists, which share one clock. */
export function createContexts(
  store: RecordStore,
  settings: Settings,
): (name: string) => ListContext {
  const clock = createHybridClock(() => settings.clock.now());
  const newId = createNewId(settings.random);
  return (name) => {
    const base = listBase(settings.prefix, name, settings.limits);
    return { store, settings, clock, newId, name, base };
  };
}
