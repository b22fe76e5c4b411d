import { LARGE_MODELS, MODELS, nameOf } from "./models.ts";
import { tryEverything } from "./small-model.ts";

/** Tries every schedule of all models, the large ones too: minutes. */
for (const model of [...MODELS, ...LARGE_MODELS]) {
  const { schedules, broken } = await tryEverything(model);
  console.log(`${nameOf(model)}: ${schedules} schedules, ${broken ?? "no promise broken"}`);
  if (broken !== undefined) process.exitCode = 1;
}
