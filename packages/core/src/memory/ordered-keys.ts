/** Keys in the order of their UTF-8 bytes, as edge stores list them. Adding and removing stay cheap at a million keys. */
export interface OrderedKeys {
  readonly size: number;
  /** Adds a key that isn't there yet. */
  add(key: string): void;
  /** Removes a key, if it is there. */
  remove(key: string): void;
  /** Calls `visit` for every key from `start` on, in order, until it returns false. */
  walk(start: string, visit: (key: string) => boolean): void;
}

/** A full chunk is split in two. At this size moving its tail costs about as much as finding the place. */
const CHUNK_KEYS = 512;

/** A sorted list of sorted chunks: one binary search finds the chunk, another the place in it. */
export function orderedKeys(): OrderedKeys {
  const chunks: string[][] = [];
  let size = 0;
  let before: Before = beforeByUnits;

  /** The last chunk whose first key is not after `key`, or the first of all. */
  function chunkFor(key: string): number {
    return Math.max(0, lowerBound(chunks.length, (i) => !before(key, at(at(chunks, i), 0))) - 1);
  }

  function placeIn(chunk: readonly string[], key: string): number {
    return lowerBound(chunk.length, (i) => before(at(chunk, i), key));
  }

  return {
    get size() {
      return size;
    },
    add(key) {
      if (before === beforeByUnits && SURROGATE.test(key)) {
        before = beforeByBytes;
        chunks.splice(0, chunks.length, ...resorted(chunks));
      }
      size++;
      const index = chunkFor(key);
      const chunk = chunks[index];
      if (chunk === undefined) {
        chunks.push([key]);
        return;
      }
      chunk.splice(placeIn(chunk, key), 0, key);
      if (chunk.length > CHUNK_KEYS) chunks.splice(index + 1, 0, chunk.splice(splitPoint(chunk, key)));
    },
    remove(key) {
      const index = chunkFor(key);
      const chunk = chunks[index];
      if (chunk === undefined) return;
      const place = placeIn(chunk, key);
      if (chunk[place] !== key) return;
      size--;
      chunk.splice(place, 1);
      if (chunk.length === 0) chunks.splice(index, 1);
    },
    walk(start, visit) {
      const first = chunkFor(start);
      for (let i = first; i < chunks.length; i++) {
        const chunk = at(chunks, i);
        for (let j = i === first ? placeIn(chunk, start) : 0; j < chunk.length; j++) {
          if (!visit(at(chunk, j))) return;
        }
      }
    },
  };
}

type Before = (a: string, b: string) => boolean;

const SURROGATE = /[\uD800-\uDFFF]/;

/** JavaScript compares UTF-16 units, which agrees with the order of bytes as long as no surrogate is about. */
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

function resorted(chunks: readonly string[][]): string[][] {
  const keys = chunks.flat().sort((a, b) => (beforeByBytes(a, b) ? -1 : 1));
  const result: string[][] = [];
  for (let i = 0; i < keys.length; i += CHUNK_KEYS) result.push(keys.slice(i, i + CHUNK_KEYS));
  return result;
}

/** Keys mostly arrive in order: then the chunk stays full, and the new key starts the next one. */
function splitPoint(chunk: readonly string[], added: string): number {
  return chunk[chunk.length - 1] === added ? chunk.length - 1 : chunk.length >> 1;
}

/** The number of leading places for which `goesBefore` holds. */
function lowerBound(length: number, goesBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (goesBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The element at a place that is known to exist. */
function at<T>(array: readonly T[], index: number): T {
  return array[index] as T;
}
