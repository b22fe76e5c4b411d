import type { JsonValue } from "@shardlist/core";
import type { ArrayWay } from "./array-lists.ts";
import type { Lists } from "./replay.ts";
import { lineOf } from "./trace.ts";

/** How the lists are kept: by shardlist, or in one of the ways it is compared with. */
export type Way = "shardlist" | ArrayWay;

/** Lists behind the demo's Worker. */
export function httpLists(url: URL, way: Way): Lists {
  const addressOf = (list: string) => new URL(`${routeOf(way)}/${encodeURIComponent(list)}`, url);
  return {
    async append(list, request) {
      await call(addressOf(list), { method: "POST", body: JSON.stringify(lineOf(request)) });
    },
    async read(list) {
      const answer = await call(addressOf(list));
      return way === "shardlist" ? valuesOf(answer as EntriesAnswer) : (answer as JsonValue[]);
    },
    // What workerd has stored locally, it shows at once.
    settle: async () => {},
    async operations() {
      const answer = (await call(new URL("/operations", url))) as { readonly operations: number };
      return answer.operations;
    },
    now: () => performance.now(),
  };
}

/** What the example Worker answers to a read. */
interface EntriesAnswer {
  readonly entries: readonly { readonly value: JsonValue }[];
}

function valuesOf({ entries }: EntriesAnswer): readonly JsonValue[] {
  return entries.map((entry) => entry.value);
}

function routeOf(way: Way): string {
  return way === "shardlist" ? "/lists" : `/arrays/${way}`;
}

async function call(address: URL, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(address, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return JSON.parse(text);
}
