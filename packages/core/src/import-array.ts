import { byValue } from "./by-value.ts";
import { refuseOption } from "./check-option.ts";
import type { List } from "./list-types.ts";
import { decodeValue, encodeValue } from "./value.ts";

/** About the length of the digest that stands for a longer text. */
const MAX_TEXT_CHARACTERS = 64;

/**
 * Appends what an array holds and the list doesn't have yet. May be run again, also after the array has grown and by
 * several at once: the n-th occurrence of a value is one entry however often it is imported.
 *
 * Costs a read and one `put`, or the read alone where there is nothing new. An imported entry that was removed comes
 * back with the next import of an array that still holds it.
 *
 * @example
 * ```ts
 * const old = await env.OLD.get<string[]>("votes", "json");
 * await importArray(lists.list("votes"), old ?? []);
 * ```
 * @returns How many entries it appended.
 * @throws {@link ListError} as `read` and `appendAll`.
 */
export async function importArray<T>(list: List<T>, values: readonly T[]): Promise<number> {
  if (typeof list?.appendAll !== "function") refuseOption("list", "must be a list");
  if (!Array.isArray(values)) refuseOption("values", "must be an array");
  const occurrences = new Map<string, number>();
  const wanted: { readonly value: T; readonly key: string }[] = [];
  for (const value of values) {
    const text = byValue(decodeValue(encodeValue(value, `values[${wanted.length}]`)));
    const occurrence = (occurrences.get(text) ?? 0) + 1;
    occurrences.set(text, occurrence);
    wanted.push({ value, key: `import ${occurrence} ${await shortened(text)}` });
  }
  const { entries } = await list.read();
  const known = new Set(entries.map((entry) => entry.key));
  const missing = wanted.filter(({ key }) => !known.has(key));
  await list.appendAll(
    missing.map(({ value }) => value),
    { keyOf: (_, index) => missing[index]?.key ?? "" },
  );
  return missing.length;
}

/** Keys stay short, so that small values ride in the listing: a long text is replaced by its SHA-256. */
async function shortened(text: string): Promise<string> {
  if (text.length <= MAX_TEXT_CHARACTERS) return text;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
