import { type BenchContext, sized } from "../context.ts";
import { type AmplificationPoint, amplificationPoints } from "./amplification.ts";
import { type FoldingRow, foldingRow } from "./folding.ts";
import { type SteadyStateLoad, type SteadyStateRow, steadyState } from "./steady-state.ts";

export interface CompactionResult {
  readonly folding: readonly FoldingRow[];
  readonly amplification: readonly AmplificationPoint[];
  readonly steadyState: readonly SteadyStateRow[];
}

/** Cloudflare's paid plan allows this many subrequests by default; the adapter's own default is lower. */
const MANY_OPERATIONS = 9000;
const FEW_OPERATIONS = 900;

/** What compacting costs, and what it saves. */
export async function compaction(context: BenchContext): Promise<CompactionResult> {
  const folding: FoldingRow[] = [];
  for (const entries of sized(context, [1000, 10_000, 100_000], [100, 1000])) {
    context.note(`compacting ${entries} loose entries`);
    folding.push(await foldingRow(entries));
  }
  context.note("growing a list with a pass after each append");
  const amplification = await amplificationPoints(sized(context, 50_000, 1000));
  const rows: SteadyStateRow[] = [];
  for (const { entriesPerSecond, batch, maxOperations } of sized(
    context,
    LOADS,
    LOADS.slice(0, 1),
  )) {
    context.note(`${entriesPerSecond} entries a second`);
    const load = { entriesPerSecond, batch, minutesBetweenPasses: 1, maxOperations };
    rows.push(await steadyState(load, sized(context, 45, 4), sized(context, 15, 2)));
  }
  return { folding, amplification, steadyState: rows };
}

const LOADS: readonly Omit<SteadyStateLoad, "minutesBetweenPasses">[] = [
  { entriesPerSecond: 1, batch: 1, maxOperations: FEW_OPERATIONS },
  { entriesPerSecond: 10, batch: 1, maxOperations: FEW_OPERATIONS },
  { entriesPerSecond: 100, batch: 1, maxOperations: MANY_OPERATIONS },
  { entriesPerSecond: 100, batch: 10, maxOperations: FEW_OPERATIONS },
];
