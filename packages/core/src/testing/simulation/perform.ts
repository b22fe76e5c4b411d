import type { RegionOptions } from "./options.ts";
import type { Fate, SimulatedCall } from "./simulated-call.ts";
import type { World } from "./world.ts";

/** What a call does: change the store as of a moment, or look at it. */
export interface Effect<Answer> {
  /** Called where the call lands, with the moment it does; that may lie ahead. */
  land?(at: number): void;
  /** Called last, with the moment within the call as of which it answers. */
  answer(at: number, fate: Fate): Answer;
}

/**
 * Runs one call from its start to its answer.
 *
 * A write that lands later is noted at once with the moment at which it will count, so it needs no
 * timer: views go by moments. For the same reason one sleep per call is enough: what it saw or did
 * half-way is worked out from the moments.
 */
export async function perform<Answer>(
  world: World,
  latencyMs: RegionOptions["latencyMs"],
  fate: Fate,
  effect: Effect<Answer>,
  death: () => Promise<never> | undefined,
): Promise<Answer> {
  world.openCalls++;
  world.peakOpenCalls = Math.max(world.peakOpenCalls, world.openCalls);
  try {
    if (fate.held !== undefined) await fate.held;
    const { clock, random } = world;
    const { lateMs = 0 } = fate;
    const takesMs = duration(latencyMs, random);
    const moment = clock.now() + (takesMs > 0 ? Math.floor(random() * (takesMs + 1)) : 0);
    if (fate.lands) effect.land?.(moment + lateMs);
    const waitMs = takesMs + (fate.waitsToLand ? lateMs : 0);
    if (waitMs > 0) await clock.sleep(waitMs);
    const dead = death();
    if (dead !== undefined) return dead;
    if (fate.error !== undefined) throw fate.error;
    return effect.answer(moment, fate);
  } finally {
    world.openCalls--;
  }
}

function duration(latencyMs: RegionOptions["latencyMs"], random: () => number): number {
  if (latencyMs === undefined || typeof latencyMs === "number") return latencyMs ?? 0;
  return latencyMs.min + Math.floor(random() * (latencyMs.max - latencyMs.min + 1));
}

/** Numbers a call and writes it down. */
export function note(
  world: World,
  region: string,
  call: Omit<SimulatedCall, "number" | "at" | "region">,
): SimulatedCall {
  const noted = { ...call, region, number: ++world.callNumber, at: world.clock.now() };
  world.tally.add(call.operation);
  if (world.options.log) world.calls.push(noted);
  return noted;
}
