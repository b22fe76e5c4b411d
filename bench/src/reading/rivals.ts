import * as Automerge from "@automerge/automerge";
import type { JsonValue } from "@shardlist/core";
import * as Y from "yjs";

/** A list as another library or layout stores it, and how it is decoded. */
export interface Rival {
  readonly name: RivalName;
  readonly bytes: number;
  decode(): unknown;
}

export type RivalName = "yjs" | "automerge" | "key-per-item";

/** Entries come from this many writers in turn, so that a CRDT can't take all for one run of one writer. */
const WRITERS = 16;

/** The values as a Yjs array, each pushed in a transaction's part of its writer. */
export function yjsRival(values: readonly JsonValue[]): Rival {
  const doc = new Y.Doc();
  const array = doc.getArray<JsonValue>("list");
  doc.transact(() => {
    for (const [place, value] of values.entries()) {
      doc.clientID = (place % WRITERS) + 1;
      // `push` looks for the end from afar each time; `insert` at the end remembers where it was.
      array.insert(place, [value]);
    }
  });
  const update = Y.encodeStateAsUpdate(doc);
  return {
    name: "yjs",
    bytes: update.length,
    decode() {
      const copy = new Y.Doc();
      Y.applyUpdate(copy, update);
      return copy.getArray("list").toJSON();
    },
  };
}

/** The values as an Automerge list, all in one change, which is its best case. */
export function automergeRival(values: readonly JsonValue[]): Rival {
  const doc = Automerge.from<{ list: JsonValue[] }>({ list: [...values] });
  const bytes = Automerge.save(doc);
  Automerge.free(doc);
  return {
    name: "automerge",
    bytes: bytes.length,
    decode() {
      const copy = Automerge.load<{ list: JsonValue[] }>(bytes);
      const plain = Automerge.toJS(copy);
      Automerge.free(copy);
      return plain;
    },
  };
}

/** A key for each value and a get for each key: pages of names, then a small text each. */
export function keyPerItemRival(values: readonly JsonValue[]): Rival {
  const pageKeys = 1000;
  const names = values.map((_, place) => `items/list/${String(place).padStart(22, "0")}`);
  const pages: Buffer[] = [];
  for (let start = 0; start < names.length; start += pageKeys) {
    const keys = names.slice(start, start + pageKeys).map((name) => ({ name }));
    pages.push(Buffer.from(JSON.stringify({ keys, list_complete: false, cursor: "next" })));
  }
  const texts = values.map((value) => Buffer.from(JSON.stringify(value)));
  const bytes = [...pages, ...texts].reduce((sum, { length }) => sum + length, 0);
  return {
    name: "key-per-item",
    bytes,
    decode() {
      for (const page of pages) JSON.parse(page.toString());
      return texts.map((text) => JSON.parse(text.toString()));
    },
  };
}
