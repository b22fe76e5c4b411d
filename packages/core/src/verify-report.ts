/** What {@link List.verify} found. */
export interface VerifyReport {
  /** True where no problem is an error. */
  readonly ok: boolean;
  /** Errors and notices, in no promised order. */
  readonly problems: readonly VerifyProblem[];
  /** Keys of loose batches. */
  readonly batches: number;
  /** Keys of loose tombstones. */
  readonly tombstones: number;
  /** Keys of segments, replaced ones among them. */
  readonly segments: number;
  /** Entries that a read would show, before entries of one key are joined. */
  readonly entries: number;
}

/** One thing that is wrong, or worth knowing. */
export interface VerifyProblem {
  /**
   * - `foreign-key` (notice): a key under the list's prefix that isn't ours; it is left alone
   * - `unreadable-record` (error): a record of unknown shape, such as a newer version's; reads reject until it is readable
   * - `missing-record` (error): listed, but gone, and in no segment
   * - `checksum` (error): a segment that isn't what was written; passes delete nothing on its strength
   * - `entry-twice` (notice): several records carry the entry, as they do until a pass has cleaned up
   * - `tombstone-without-carrier` (notice): no record holds what it removes, or not yet
   * - `past-grace` (notice): replaced for longer than the grace period; the next pass deletes it
   */
  readonly kind:
    | "foreign-key"
    | "unreadable-record"
    | "missing-record"
    | "checksum"
    | "entry-twice"
    | "tombstone-without-carrier"
    | "past-grace";
  /** An error needs somebody to look; a notice is part of normal life. */
  readonly severity: "error" | "notice";
  /** The store's key. */
  readonly key: string;
  /** What was found, for people. */
  readonly detail: string;
}
