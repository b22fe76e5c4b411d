import { check } from "./check/check.ts";
import { PROFILES, type Profile } from "./profiles.ts";
import { type Core, runScript } from "./run-script.ts";
import type { Failure } from "./shrink.ts";
import { writeScript } from "./write-script.ts";

/** The profiles that a name stands for; "all" stands for all of them. */
export function profilesNamed(name: string): readonly Profile[] {
  const found = PROFILES.filter((profile) => name === "all" || profile.name === name);
  if (found.length > 0) return found;
  const names = PROFILES.map((profile) => profile.name).join(", ");
  throw new Error(`no profile ${JSON.stringify(name)}: there are all, ${names}`);
}

/** What a seed stands for: profiles take turns, so that consecutive seeds run through all of them. */
export function scriptOf(
  seed: number,
  profiles: readonly Profile[],
): ReturnType<typeof writeScript> {
  const profile = profiles[seed % profiles.length];
  if (profile === undefined) throw new Error("no profiles");
  return writeScript(seed, profile);
}

/** Runs one seed. Answers its history, with the promises that it breaks. */
export async function runSeed(
  seed: number,
  profiles: readonly Profile[],
  core?: Core,
): Promise<Failure> {
  const history = await runScript(scriptOf(seed, profiles), core);
  return { history, violations: check(history) };
}
