import { notACursor } from "../../memory/record-text.ts";
import type { ListedRecord, ListPage } from "../../record-store.ts";
import { freshRecord, type StoredRecord } from "./fresh-record.ts";
import type { History } from "./history.ts";
import { type Look, visibleVersion } from "./visibility.ts";

/** What a page is cut from, and how. */
export interface PageRequest {
  readonly prefix: string;
  readonly cursor: string | undefined;
  /** Records on a page; at least 1. */
  readonly size: number;
  /** Whether a deleted key takes up a place on the page. */
  readonly walkDeleted: boolean;
  /** No records, and the listing goes on from where it was. */
  readonly empty: boolean;
  /** Whether one more page, an empty one, follows the last key. */
  readonly emptyEnd: boolean;
  /** The key of a record that the store knows as `ref`. */
  readonly keyOf: (ref: string) => string;
}

/** One page: one view of the store, as of one moment. */
export function cutPage(history: History, look: Look, request: PageRequest): ListPage {
  const { prefix, size, walkDeleted, keyOf } = request;
  const position =
    request.cursor === undefined
      ? { page: 0, after: undefined }
      : parseCursor(request.cursor, prefix);
  if (request.empty) return { records: [], cursor: cursorText(position.page + 1, position.after) };

  const records: ListedRecord[] = [];
  let walked = 0;
  let last = position.after;
  let more = false;
  history.keys.walk(position.after ?? prefix, (ref) => {
    if (ref === position.after) return true;
    if (!ref.startsWith(prefix)) return false;
    const stored = visibleVersion(history.of(ref), look)?.stored;
    if (stored === undefined && !walkDeleted) return true;
    more = walked === size;
    if (more) return false;
    walked++;
    last = ref;
    if (stored !== undefined) records.push(listed(keyOf(ref), ref, stored));
    return true;
  });
  return more || request.emptyEnd
    ? { records, cursor: cursorText(position.page + 1, last) }
    : { records };
}

function listed(key: string, ref: string, stored: StoredRecord): ListedRecord {
  return stored.inline ? { key, ref, record: freshRecord(stored) } : { key, ref };
}

/** The page's number makes every cursor of a listing different, even where pages are empty. */
function cursorText(page: number, after: string | undefined): string {
  return after === undefined ? `${page}` : `${page}:${after}`;
}

function parseCursor(
  cursor: string,
  prefix: string,
): { readonly page: number; readonly after: string | undefined } {
  const [, page, after] = /^(\d+)(?::(.*))?$/s.exec(cursor) ?? [];
  if (page === undefined || !(after ?? prefix).startsWith(prefix)) {
    throw notACursor(cursor, prefix);
  }
  return { page: Number(page), after };
}
