import { ListError } from "./errors.ts";
import type { RecordStore } from "./record-store.ts";

/** Refuses options that are no object, such as `null`. */
export function optionsOf<Options extends object>(options: Options): Options {
  if (typeof options === "object" && options !== null) return options;
  return refuseOption("options", "must be an object");
}

/** Refuses what is no record store, such as a binding that isn't there. */
export function storeOf(store: RecordStore): RecordStore {
  if (typeof store?.list === "function") return store;
  return refuseOption("store", "must be a record store");
}

/** Refuses whatever is neither true nor false, naming the option. */
export function trueOrFalse(option: string, value: boolean): boolean {
  if (typeof value === "boolean") return value;
  return refuseOption(option, "must be true or false");
}

/** Refuses whatever isn't a whole number above 0, naming the option. */
export function positive(option: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  return refuseOption(option, "must be a whole number above 0");
}

/** Refuses whatever is given and no function, naming the option. */
export function callable<F>(option: string, value: F | undefined): F | undefined {
  if (value === undefined || typeof value === "function") return value;
  return refuseOption(option, "must be a function");
}

/** Rejects an option by name, saying what it must be. */
export function refuseOption(option: string, why: string): never {
  throw new ListError("invalid-option", `\`${option}\` ${why}`);
}

/** Numbers that are given, or else their defaults; refuses what isn't a whole number above 0, naming it. */
export function withDefaults<Name extends string>(
  path: string,
  given: { readonly [Option in NoInfer<Name>]?: number | undefined },
  defaults: Readonly<Record<Name, number>>,
): Record<Name, number> {
  const numbers: Record<Name, number> = { ...defaults };
  optionsOf(given);
  for (const name of Object.keys(defaults) as Name[]) {
    const { [name]: value = defaults[name] } = given;
    numbers[name] = positive(path + name, value);
  }
  return numbers;
}
