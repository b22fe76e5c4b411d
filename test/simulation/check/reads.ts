import type { History, Operation, Seen } from "../history.ts";

/** A call that showed entries. */
export interface Read {
  readonly operation: Operation;
  /** In the order in which they were shown. */
  readonly entries: readonly Seen[];
  readonly elements: ReadonlySet<number>;
  readonly startedAt: number;
  readonly endedAt: number;
  /** It shows the list as it is, not as some pass left it, and leaves nothing out. */
  readonly complete: boolean;
  /** It shows what the last pass left. */
  readonly consolidated: boolean;
  /** The newest so many entries only. */
  readonly limit: number | undefined;
}

/** All calls of a history that showed entries, in the order in which they started. */
export function readsOf({ operations }: History): readonly Read[] {
  return operations.flatMap((operation) => {
    const { action, outcome, startedAt, endedAt } = operation;
    if (outcome.type !== "read") return [];
    const entries = action.type === "latest" ? [...outcome.entries].reverse() : outcome.entries;
    return [
      {
        operation,
        entries,
        elements: new Set(entries.map(({ element }) => element)),
        startedAt,
        endedAt,
        consolidated: action.type === "consolidated",
        complete: action.type !== "consolidated" && outcome.missing.length === 0,
        limit: action.type === "latest" ? action.count : undefined,
      },
    ];
  });
}

/** Whether a read would have had to show an entry, had the list held it: a limited read may stop above it. */
export function reaches({ limit, entries }: Read, id: string | undefined): boolean {
  if (limit === undefined || entries.length < limit) return true;
  const [oldest] = entries;
  return id !== undefined && oldest !== undefined && id > oldest.id;
}
