import type { Entry } from "@shardlist/core";

/** A client of the example service. */
export interface Client {
  /** Sends a request to the list; the body is sent as JSON. */
  send(method: string, path: string, request?: SendOptions): Promise<Response>;
  post(list: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Appends one value and returns the entry. */
  append(list: string, value: unknown): Promise<Entry>;
  /** Reads a list; `query` starts with `?`. */
  entries(list: string, query?: string): Promise<readonly Entry[]>;
  values(list: string, query?: string): Promise<readonly unknown[]>;
}

interface SendOptions {
  readonly text?: string;
  readonly headers?: Record<string, string>;
}

export function clientOf(url: URL): Client {
  async function send(method: string, path: string, { text, headers = {} }: SendOptions = {}) {
    return await fetch(new URL(path, url), { method, headers, body: text ?? null });
  }

  async function post(list: string, body: unknown, headers: Record<string, string> = {}) {
    return await send("POST", pathOf(list), { text: JSON.stringify(body), headers });
  }

  async function entries(list: string, query = ""): Promise<readonly Entry[]> {
    const response = await send("GET", pathOf(list) + query);
    const answer = (await response.json()) as { readonly entries: readonly Entry[] };
    return answer.entries;
  }

  return {
    send,
    post,
    append: async (list, value) => (await (await post(list, value)).json()) as Entry,
    entries,
    values: async (list, query) => (await entries(list, query)).map((entry) => entry.value),
  };
}

/** Where a list is. */
export function pathOf(list: string): string {
  return `/lists/${encodeURIComponent(list)}`;
}
