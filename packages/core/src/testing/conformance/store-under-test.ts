import type { ErrorClass, RecordStore } from "../../record-store.ts";

/**
 * A fresh, empty store and what the suite needs to look behind it; one is set up for every check.
 */
export interface StoreUnderTest {
  readonly store: RecordStore;
  /** How many calls the adapter has made on its binding. */
  calls(): number;
  /**
   * Makes the next call on the binding fail: with a promise that rejects, or by throwing on the
   * spot.
   */
  failNext(error: Error, how: "reject" | "throw"): void;
  /** Waits until everything written shows in every read. @default shows at once */
  settle?(): Promise<void>;
}

/**
 * How an adapter differs from others. A trait chooses what a check expects; none turns a check off.
 */
export interface StoreTraits {
  /** Whether a record within `limits.inlineBytes` comes with the listing. */
  readonly smallRecords: "with-the-listing" | "by-get";
  /** Whether a listed `ref` is always its key, or a small record has a name of its own. */
  readonly refs: "are-keys" | "of-their-own";
  /** Whether there is a `getMany`. */
  readonly bulkGets: boolean;
  /** Errors as the platform makes them, with the class that each belongs to. */
  readonly errors: readonly { readonly error: unknown; readonly is: ErrorClass }[];
}

/** One named check. It runs anywhere: it needs no test runner. */
export interface RecordStoreCheck {
  readonly group: "reads and writes" | "lists" | "limits" | "failures";
  /** The promise that it checks. */
  readonly name: string;
  /**
   * Resolves when the promise is kept; rejects with what was expected and what was there instead.
   */
  run(): Promise<void>;
}

/** Makes a fresh, empty store. */
export type StoreSetup = () => StoreUnderTest | Promise<StoreUnderTest>;
