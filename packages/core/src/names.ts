import { unescapeName } from "./escape-name.ts";
import { parseKey } from "./key.ts";
import { nextCursor } from "./listing.ts";
import type { StoreCalls } from "./store-calls.ts";

/** Yields each list's name once, page by page; ends early where `mayGoOn` says no before a page. */
export async function* listNames(
  calls: StoreCalls,
  prefix: string,
  escapedStart: string,
  mayGoOn: () => boolean = () => true,
): AsyncGenerator<string> {
  const seen = new Set<string>();
  const cursors = new Set<string>();
  let cursor: string | undefined;
  do {
    if (!mayGoOn()) return;
    const page = await calls.list(`${prefix}${escapedStart}`, cursor);
    cursor = nextCursor(page, cursors);
    for (const { key } of page.records) {
      const escaped = key.slice(prefix.length, key.indexOf("/", prefix.length));
      if (seen.has(escaped) || parseKey(`${prefix}${escaped}/`, key).group === "unknown") continue;
      seen.add(escaped);
      const name = unescapeName(escaped);
      if (name !== undefined) yield name;
    }
  } while (cursor !== undefined);
}
