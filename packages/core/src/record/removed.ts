import { joinIds, splitIds } from "../entry.ts";
import type { JsonValue } from "../json.ts";
import { isArray, isTime } from "./check.ts";

/** Removed ids grouped by time: those folded by one pass share it. */
export function encodeRemoved(
  removed: ReadonlyMap<string, number>,
  isWanted: (id: string) => boolean,
): JsonValue {
  const byTime = new Map<number, string[]>();
  for (const [id, time] of removed) {
    if (!isWanted(id)) continue;
    const ids = byTime.get(time);
    if (ids === undefined) byTime.set(time, [id]);
    else ids.push(id);
  }
  const times = [...byTime.keys()].sort((left, right) => left - right);
  return times.map((time) => [time, joinIds((byTime.get(time) ?? []).sort())]);
}

/** What {@link encodeRemoved} made, or `undefined` where it is broken. */
export function decodeRemoved(groups: JsonValue | undefined): Map<string, number> | undefined {
  if (!isArray(groups)) return undefined;
  const removed = new Map<string, number>();
  for (const group of groups) {
    if (!isArray(group)) return undefined;
    const [time, text] = group;
    const ids = splitIds(text);
    if (!isTime(time) || ids === undefined) return undefined;
    for (const id of ids) removed.set(id, time);
  }
  return removed;
}
