import type { SegmentName } from "../key.ts";

/** A loose record as the plan sees it. */
export interface PlannedRecord {
  readonly key: string;
  /** What its entries or removed ids take in a segment. */
  readonly bytes: number;
}

/** What a fold may take in. */
export interface FoldInputs {
  /** Tombstones, then batches in order of id: the order in which they are packed. */
  readonly loose: readonly PlannedRecord[];
  /** Segments that no other replaces. */
  readonly segments: readonly SegmentName[];
  /** Groups of segments that must be rewritten, each group into one output. */
  readonly rewrites: readonly (readonly string[])[];
  /** Largest output, in bytes of JSON; a single larger record has one of its own. */
  readonly segmentBytes: number;
}

/** One segment to write: the keys of the loose records and the ids of the segments that go into it. */
export interface PlannedOutput {
  readonly loose: readonly string[];
  readonly segments: readonly string[];
}

/**
 * An entry's segment must become at least this much larger when it is rewritten: then it is rewritten log4(n) times.
 */
const GROWTH = 4;
/** An output this full, as a share of the largest, is worth a further rewrite: reads then open fewer segments. */
const NEARLY_FULL = 0.7;
const FILLING_GROWTH = 2;

/**
 * Decides what goes into which new segment. Loose records are packed in order, none of them split. Small segments join
 * the last output, as many as keep the number of rewrites of every entry logarithmic. Pure.
 */
export function planFold(inputs: FoldInputs): readonly PlannedOutput[] {
  const { segmentBytes, segments, rewrites } = inputs;
  const groups = packLoose(inputs.loose, segmentBytes);
  const forced = new Set(rewrites.flat());
  const ascending = segments
    .filter(({ id }) => !forced.has(id))
    .sort((left, right) => left.bytes - right.bytes);
  const joining = chooseSmallest(ascending, groups.at(-1)?.bytes ?? 0, segmentBytes).map(
    ({ id }) => id,
  );
  const outputs = groups.map(({ keys }, index) => ({
    loose: keys,
    segments: index === groups.length - 1 ? joining : [],
  }));
  if (outputs.length === 0 && joining.length > 1) outputs.push({ loose: [], segments: joining });
  return [...outputs, ...rewrites.map((group) => ({ loose: [], segments: group }))];
}

/** The largest set of the smallest segments that may join `looseBytes` in one output. */
function chooseSmallest(
  ascending: readonly SegmentName[],
  looseBytes: number,
  segmentBytes: number,
): readonly SegmentName[] {
  let total = looseBytes;
  let chosen = 0;
  for (const [index, { bytes }] of ascending.entries()) {
    total += bytes;
    if (total > segmentBytes) break;
    const isGrowth = total >= GROWTH * bytes;
    const isFilling = total >= NEARLY_FULL * segmentBytes && total >= FILLING_GROWTH * bytes;
    if (isGrowth || isFilling) chosen = index + 1;
  }
  return ascending.slice(0, chosen);
}

function packLoose(
  loose: readonly PlannedRecord[],
  segmentBytes: number,
): readonly { readonly keys: string[]; bytes: number }[] {
  const groups: { readonly keys: string[]; bytes: number }[] = [];
  for (const { key, bytes } of loose) {
    const last = groups.at(-1);
    if (last !== undefined && last.bytes + bytes <= segmentBytes) {
      last.keys.push(key);
      last.bytes += bytes;
    } else groups.push({ keys: [key], bytes });
  }
  return groups;
}
