import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import type { Core } from "../run-script.ts";
import { MUTANTS, type Mutant } from "./mutants.ts";

const SOURCES = new URL("../../../packages/core/src/", import.meta.url).href;

/**
 * Loads a second copy of the core in which one module's text is changed while it is loaded. The sources hold no switch
 * for it, and the first copy stays as it is. Works in node itself, which strips the types; not under a bundler.
 */
export async function loadMutant(mutant: Mutant): Promise<Core> {
  const query = `?mutant=${MUTANTS.indexOf(mutant)}`;
  const file = `${SOURCES}${mutant.file}${query}`;
  let isChanged = false;
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const isCopied = context.parentURL?.endsWith(query) && resolved.url.startsWith(SOURCES);
      return isCopied ? { ...resolved, url: resolved.url + query } : resolved;
    },
    load(url, context, next) {
      if (url !== file) return next(url, context);
      isChanged = true;
      return { format: "module-typescript", source: changedText(mutant), shortCircuit: true };
    },
  });
  try {
    const core: Core = await import(`${SOURCES}index.ts${query}`);
    if (!isChanged) throw new Error(`the core doesn't load ${mutant.file}`);
    return core;
  } finally {
    hooks.deregister();
  }
}

/** The text of the changed module. A change whose place is gone must be written anew: it would break nothing. */
export function changedText({ name, file, changes }: Mutant): string {
  let text = readFileSync(fileURLToPath(SOURCES + file), "utf8");
  for (const { find, replace } of changes) {
    if (text.split(find).length !== 2)
      throw new Error(`mutant "${name}": ${file} doesn't hold exactly once: ${find}`);
    text = text.replace(find, () => replace);
  }
  return text;
}
