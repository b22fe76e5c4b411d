import { parseArgs } from "node:util";
import { profilesNamed, runSeed } from "../seeds.ts";
import { loadMutant } from "./load-mutant.ts";
import { MUTANTS } from "./mutants.ts";

/** What a hunt for one mutant found, as this program prints it. */
export interface Catch {
  readonly seeds: number;
  readonly profile: string;
  readonly promise: string;
  readonly what: string;
}

/** Runs a mutant through seeds of all profiles until a promise breaks, and prints a {@link Catch} or `null`. */
const { values } = parseArgs({
  options: { mutant: { type: "string" }, seeds: { type: "string", default: "5000" } },
});
const mutant = MUTANTS.find(({ name }) => name === values.mutant);
if (mutant === undefined) throw new Error(`no such mutant: ${values.mutant}`);
const core = await loadMutant(mutant);
console.log(JSON.stringify(await hunt()));

async function hunt(): Promise<Catch | null> {
  const profiles = profilesNamed("all");
  for (let seed = 1; seed <= Number(values.seeds); seed++) {
    const { history, violations } = await runSeed(seed, profiles, core);
    const [broken] = violations;
    if (broken !== undefined)
      return {
        seeds: seed,
        profile: history.script.profile,
        promise: broken.promise,
        what: broken.what,
      };
  }
  return null;
}
