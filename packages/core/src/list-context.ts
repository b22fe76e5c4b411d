import type { HybridClock } from "./clock.ts";
import type { NewId } from "./entry.ts";
import type { Settings } from "./options.ts";
import type { RecordStore } from "./record-store.ts";

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
