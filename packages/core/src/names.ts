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
  const nextPage = pagesOf(calls, `${prefix}${escapedStart}`);
  for (let isLast = false; !isLast; ) {
    const page = await nextPage();
    isLast = page.isLast;
    for (const { key } of page.records) {
      const escaped = key.slice(prefix.length, key.indexOf("/", prefix.length));
      if (seen.has(escaped) || parseKey(`${prefix}${escaped}/`, key).group === "unknown") continue;
      seen.add(escaped);
      const name = unescapeName(escaped);
      if (name !== undefined) yield name;
    }
  }
}
