/**
 * Keys in the order of their UTF-8 bytes, as edge stores list them. Adding and removing stay cheap
 * at a million keys.
 */
export interface OrderedKeys {
  /** Adds a key that isn't there yet. */
  add(key: string): void;
  /** Removes a key, if it is there. */
  remove(key: string): void;
  /** Calls `visit` for every key from `start` on, in order, until it returns false. */
  walk(start: string, visit: (key: string) => boolean): void;
}

/**
 * A full chunk is split in two. At this size moving its tail costs about as much as finding the
 * place.
 */
const CHUNK_KEYS = 512;

/** A sorted list of sorted chunks: one binary search finds the chunk, another the place in it. */
export function orderedKeys(): OrderedKeys {
  let chunks: string[][] = [];
  /** The first key of each chunk. */
  let firsts: string[] = [];
  let before: Before = beforeByUnits;

  /** The last chunk whose first key is not after `key`, or the first of all. */
  function chunkFor(key: string): number {
    const place = placeIn(firsts, key, before);
    return firsts[place] === key ? place : Math.max(0, place - 1);
  }

  function replaceChunk(index: number, replacements: string[][]): void {
    chunks.splice(index, 1, ...replacements);
    firsts.splice(index, 1, ...replacements.map(firstOf));
  }

  function startComparingBytes(): void {
    before = beforeByBytes;
    const keys = chunks.flat().sort((a, b) => (beforeByBytes(a, b) ? -1 : 1));
    chunks = [];
    for (let i = 0; i < keys.length; i += CHUNK_KEYS) chunks.push(keys.slice(i, i + CHUNK_KEYS));
    firsts = chunks.map(firstOf);
  }

  return {
    add(key) {
      if (before === beforeByUnits && SURROGATE.test(key)) startComparingBytes();
      const index = chunkFor(key);
      const chunk = chunks[index];
      if (chunk === undefined) return replaceChunk(0, [[key]]);
      const place = placeIn(chunk, key, before);
      chunk.splice(place, 0, key);
      if (place === 0) firsts[index] = key;
      if (chunk.length > CHUNK_KEYS) replaceChunk(index, split(chunk, place));
    },
    remove(key) {
      const index = chunkFor(key);
      const chunk = chunks[index];
      if (chunk === undefined) return;
      const place = placeIn(chunk, key, before);
      if (chunk[place] !== key) return;
      chunk.splice(place, 1);
      if (chunk.length === 0) replaceChunk(index, []);
      else if (place === 0) firsts[index] = firstOf(chunk);
    },
    walk(start, visit) {
      const first = chunkFor(start);
      for (let i = first; i < chunks.length; i++) {
        const chunk = chunks[i] ?? [];
        const from = i === first ? placeIn(chunk, start, before) : 0;
        for (let j = from; j < chunk.length; j++) if (!visit(chunk[j] as string)) return;
      }
    },
  };
}

type Before = (a: string, b: string) => boolean;

const SURROGATE = /[\uD800-\uDFFF]/;

/**
 * JavaScript compares UTF-16 units, which agrees with the order of bytes as long as no surrogate is
 * about.
 */
const beforeByUnits: Before = (a, b) => a < b;

const beforeByBytes: Before = (a, b) => {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const unitA = a.charCodeAt(i);
    const unitB = b.charCodeAt(i);
    if (unitA !== unitB) return byteRank(unitA) < byteRank(unitB);
  }
  return a.length < b.length;
};

/** A surrogate is half of a character above U+FFFF, so it belongs behind U+E000 to U+FFFF. */
function byteRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/**
 * Keys mostly arrive in order: then the full chunk stays as it is, and the new key starts the next
 * one.
 */
function split(chunk: string[], added: number): string[][] {
  const middle = added === chunk.length - 1 ? added : chunk.length >> 1;
  return [chunk.slice(0, middle), chunk.slice(middle)];
}

/** The number of keys that go before `key`. */
function placeIn(keys: readonly string[], key: string, before: Before): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (before(keys[middle] as string, key)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** No chunk is empty. */
function firstOf(chunk: readonly string[]): string {
  return chunk[0] as string;
}
