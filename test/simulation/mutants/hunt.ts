import { parseArgs } from "node:util";
import { profilesNamed, runSeed } from "../seeds.ts";
import { MODELS, nameOf, SLEEPY_MODEL } from "../small-model/models.ts";
import { tryEverything } from "../small-model/small-model.ts";
import { loadMutant } from "./load-mutant.ts";
import { MUTANTS, type Mutant } from "./mutants.ts";

/** What a hunt for one mutant found, as this program prints it. */
export interface Catch {
  /** The profile or the small model that noticed it. */
  readonly where: string;
  /** Seeds or schedules up to the one that broke a promise. */
  readonly tries: number;
  readonly what: string;
}

const MODELS_BY_NAME = new Map([
  ["small models", MODELS],
  ["sleepy model", [SLEEPY_MODEL]],
]);

/** Looks for a broken promise in a mutant, and prints a {@link Catch} or `null`. */
const { values } = parseArgs({
  options: {
    mutant: { type: "string" },
    seeds: { type: "string", default: "6000" },
    profile: { type: "string" },
  },
});
const mutant = MUTANTS.find(({ name }) => name === values.mutant);
if (mutant === undefined) throw new Error(`no such mutant: ${values.mutant}`);
console.log(JSON.stringify(await hunt(mutant)));

async function hunt(mutant: Mutant): Promise<Catch | null> {
  const core = await loadMutant(mutant);
  const caughtBy = values.profile ?? mutant.caughtBy ?? "all";
  const models = MODELS_BY_NAME.get(caughtBy);
  if (models !== undefined) {
    let tries = 0;
    for (const model of models) {
      const { schedules, broken } = await tryEverything(model, core);
      tries += schedules;
      if (broken !== undefined)
        return { where: `small model: ${nameOf(model)}`, tries, what: broken };
    }
    return null;
  }
  const profiles = profilesNamed(caughtBy);
  for (let seed = 1; seed <= Number(values.seeds); seed++) {
    const { history, violations } = await runSeed(seed, profiles, core);
    const [broken] = violations;
    if (broken !== undefined)
      return {
        where: `profile ${history.script.profile}`,
        tries: seed,
        what: `${broken.promise}: ${broken.what}`,
      };
  }
  return null;
}
