import { parseKey, unescapeName } from "./key.ts";
import { pagesOf } from "./listing.ts";
import type { StoreCalls } from "./store-calls.ts";

/** Yields each list's name once, page by page. */
export async function* listNames(
  calls: StoreCalls,
  prefix: string,
  escapedStart: string,
): AsyncGenerator<string> {
  const seen = new Set<string>();
  for await (const { records } of pagesOf(calls, `${prefix}${escapedStart}`)) {
    for (const { key } of records) {
      const escaped = key.slice(prefix.length, key.indexOf("/", prefix.length));
      if (seen.has(escaped) || parseKey(`${prefix}${escaped}/`, key).group === "unknown") continue;
      seen.add(escaped);
      const name = unescapeName(escaped);
      if (name !== undefined) yield name;
    }
  }
}
