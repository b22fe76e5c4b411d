import { profilesNamed, runSeed } from "../../../test/simulation/seeds.ts";
import { type BenchContext, sized } from "../context.ts";
import { cpuMicroseconds } from "../measure.ts";
import { type HotSpot, profileOf } from "../profile.ts";
import { type Spread, spreadOf } from "../spread.ts";

/** How fast the simulation judges the protocol, on one core. */
export interface SimulationResult {
  readonly histories: number;
  /** Calls on lists in one history. */
  readonly listCalls: number;
  /** Operations of the store in one history. */
  readonly operations: number;
  readonly historiesPerSecond: Spread;
  readonly operationsPerSecond: Spread;
  readonly profile: readonly HotSpot[];
}

const SECOND_US = 1e6;

/** Runs seeds of all profiles, in rounds of the same number. The first round isn't counted: it warms the code up. */
export async function simulation(context: BenchContext): Promise<SimulationResult> {
  Error.stackTraceLimit = 0; // as `pnpm simulate` has it
  const rounds = sized(context, 8, 2);
  const seeds = sized(context, 600, 40);
  const profiles = profilesNamed("all");
  const historiesPerSecond: number[] = [];
  const operationsPerSecond: number[] = [];
  let listCalls = 0;
  let operations = 0;
  for (let round = 0; round <= rounds; round++) {
    context.note(`round ${round} of ${rounds}`);
    let ofRound = 0;
    const micros = await cpuMicroseconds(async () => {
      for (let seed = round * seeds; seed < (round + 1) * seeds; seed++) {
        const { history, violations } = await runSeed(seed, profiles);
        if (violations.length > 0) throw new Error(`seed ${seed} breaks a promise`);
        ofRound += history.storeCalls;
        if (round > 0) listCalls += history.operations.length;
      }
    });
    if (round === 0) continue;
    operations += ofRound;
    historiesPerSecond.push((seeds * SECOND_US) / micros);
    operationsPerSecond.push((ofRound * SECOND_US) / micros);
  }
  const histories = rounds * seeds;
  return {
    histories,
    listCalls: listCalls / histories,
    operations: operations / histories,
    historiesPerSecond: spreadOf(historiesPerSecond),
    operationsPerSecond: spreadOf(operationsPerSecond),
    profile: await profileOf(async () => {
      for (let seed = 0; seed < seeds / 4; seed++) await runSeed(seed, profiles);
    }),
  };
}
