import type { KVNamespaceLike } from "@shardlist/cloudflare";
import type { RecordStore } from "@shardlist/core";

/** The answers of a namespace, as texts outside the heap: what the network would bring. */
export type Recording = Map<string, Buffer>;

/** Asks the store that stands behind a recording, and gives its answer as the binding would send it. */
type Ask = (store: RecordStore) => Promise<string>;

/** A Workers KV namespace that answers from a recording, and what it has answered. */
export interface RecordedNamespace extends KVNamespaceLike {
  /** Bytes of all answers so far. */
  bytes(): number;
}

/**
 * A stand-in for the binding that costs what the real one costs a Worker: it turns the text of an answer into a page,
 * or into a string. What isn't recorded yet is asked of `origin` once.
 */
export function recordedNamespace(recording: Recording, origin?: RecordStore): RecordedNamespace {
  let bytes = 0;

  async function ask(question: string, ofStore: Ask): Promise<Buffer> {
    if (origin === undefined) throw new Error(`not recorded: ${question}`);
    const recorded = Buffer.from(await ofStore(origin));
    recording.set(question, recorded);
    return recorded;
  }

  async function answer(question: string, ofStore: Ask): Promise<string> {
    const recorded = recording.get(question) ?? (await ask(question, ofStore));
    bytes += recorded.length;
    return recorded.toString();
  }

  const getText = (key: string) =>
    answer(`get ${key}`, async (store) => JSON.stringify(await store.get(key)));

  async function getTexts(keys: readonly string[]): Promise<Map<string, string | null>> {
    const found = new Map<string, string | null>();
    for (const key of keys) found.set(key, await getText(key));
    return found;
  }

  return {
    // One method with two forms, as the binding has it.
    get: ((keys: string | string[]) =>
      typeof keys === "string" ? getText(keys) : getTexts(keys)) as KVNamespaceLike["get"],
    async list({ prefix, cursor }) {
      const text = await answer(`list ${prefix} ${cursor ?? ""}`, async (store) => {
        const page = await store.list(prefix, cursor);
        const keys = page.records.map(({ key, record }) => ({ name: key, metadata: record }));
        return JSON.stringify({
          keys,
          list_complete: page.cursor === undefined,
          cursor: page.cursor,
        });
      });
      return JSON.parse(text);
    },
    put: () => Promise.reject(new Error("a recording takes no writes")),
    delete: () => Promise.reject(new Error("a recording takes no writes")),
    bytes: () => bytes,
  };
}
