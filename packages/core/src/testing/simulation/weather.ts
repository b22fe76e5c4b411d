import type { LateLandings, Weather } from "./options.ts";
import type { Fate, Operation, SimulatedCall } from "./simulated-call.ts";
import { passingFault } from "./store-errors.ts";

/** What chance makes of a call; undefined when nothing happens to it. */
export function weatherFate(
  call: SimulatedCall,
  weather: Weather,
  random: () => number,
): Fate | undefined {
  const { operation } = call;
  const failure = () => passingFault(operation, random());
  if (strikes(failureChance(weather, operation), random)) return { lands: false, error: failure() };

  if (operation === "put" || operation === "delete") {
    const late = operation === "put" ? weather.latePuts : weather.lateDeletes;
    if (late !== undefined && strikes(late.chance, random)) return lateFate(late, failure, random);
    if (strikes(weather.lostAcknowledgements, random)) return { lands: true, error: failure() };
  }
  if (operation === "list" && strikes(weather.emptyPages, random))
    return { lands: true, emptyPage: true };
  return undefined;
}

/** Whether something of this probability happens. Draws only where it may. */
export function strikes(chance: number | undefined, random: () => number): boolean {
  return chance !== undefined && chance > 0 && random() < chance;
}

function failureChance({ failures }: Weather, operation: Operation): number | undefined {
  return typeof failures === "number" ? failures : failures?.[operation];
}

function lateFate(
  { maxMs, answer }: LateLandings,
  failure: () => Error,
  random: () => number,
): Fate {
  const lateMs = Math.ceil(random() * maxMs);
  const hangs = answer === "hang" || (answer === "either" && random() < 0.5);
  return hangs
    ? { lands: true, lateMs, waitsToLand: true }
    : { lands: true, lateMs, error: failure() };
}
