import { refuseOption } from "../check-option.ts";
import { listNames } from "../names.ts";
import type { StoreCalls } from "../store-calls.ts";

/** Names of lists, from wherever they come. */
export type ManyNames = Iterable<string> | AsyncIterable<string>;

/** The lists to visit. */
export interface FoundLists {
  readonly names: readonly string[];
  /** Whether these are all. */
  readonly complete: boolean;
}

/** The lists under a prefix, page by page for as long as `mayGoOn` says so. */
export async function findLists(
  calls: StoreCalls,
  prefix: string,
  mayGoOn: () => boolean,
): Promise<FoundLists> {
  const names: string[] = [];
  // Asked before each page: where it refuses one, there is one.
  let complete = true;
  const mayReadPage = () => {
    complete = mayGoOn();
    return complete;
  };
  for await (const name of listNames(calls, prefix, "", mayReadPage)) names.push(name);
  return { names, complete };
}

/** The names that somebody gave, each once; those of an async source for as long as `mayGoOn` says so. */
export async function takeNames(given: ManyNames, mayGoOn: () => boolean): Promise<FoundLists> {
  const names = new Set<string>();
  for await (const name of checked(given)) {
    if (!mayGoOn()) return { names: [...names], complete: false };
    names.add(name);
  }
  return { names: [...names], complete: true };
}

/** A single name in place of many would be taken for its letters. */
function checked(names: ManyNames): ManyNames {
  const isMany =
    typeof names === "object" &&
    names !== null &&
    (Symbol.iterator in names || Symbol.asyncIterator in names);
  return isMany ? names : refuseOption("names", "must be many names, such as an array");
}
