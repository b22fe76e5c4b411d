import { refuseOption, trueOrFalse } from "./check-option.ts";
import type { Entry } from "./entry.ts";
import { ListError } from "./errors.ts";
import type { ListStoreOptions } from "./options.ts";
import type { ValueSettings } from "./settings.ts";

/** The part of the Standard Schema interface (https://standardschema.dev, version 1) that is called here. */
export interface StandardSchema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<T> | Promise<SchemaResult<T>>;
    readonly types?: { readonly input: unknown; readonly output: T } | undefined;
  };
}

/** What a schema answers: a value, or what is wrong with it. */
export type SchemaResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** One thing that is wrong, and where. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * The checks of `schema`, on reading only where `checkOnRead` asks for it. Refuses an object that is no Standard
 * Schema.
 */
export function schemaChecks<T>({
  schema,
  checkOnRead = false,
}: Pick<ListStoreOptions<T>, "schema" | "checkOnRead">): Omit<ValueSettings<T>, "keyOf"> {
  if (trueOrFalse("checkOnRead", checkOnRead) && schema === undefined)
    refuseOption("checkOnRead", "needs a `schema`");
  if (schema === undefined) return {};
  if (typeof schema?.["~standard"]?.validate !== "function")
    refuseOption("schema", "must be a Standard Schema, such as one of Zod, Valibot or ArkType");
  const checkValue = (value: unknown, path: string) => applySchema(schema, value, path);
  if (!checkOnRead) return { checkValue };
  const checkEntry = async (entry: Entry<T>) => ({
    ...entry,
    value: await checkValue(entry.value, `entry ${entry.id}`),
  });
  return {
    checkValue,
    checkRead: async (entries) => await Promise.all(entries.map(checkEntry)),
  };
}

/** The value that the schema gives for `value`; rejects with every issue and its path. */
async function applySchema<T>(schema: StandardSchema<T>, value: unknown, root: string): Promise<T> {
  const result = await validate(schema, value);
  if (result.issues === undefined) return result.value;
  const issues = result.issues.map((issue) => `${root}${issuePath(issue)}: ${issue.message}`);
  throw new ListError("invalid-value", `the schema refuses ${issues.join("; ")}`, {
    cause: result.issues,
  });
}

async function validate<T>(schema: StandardSchema<T>, value: unknown): Promise<SchemaResult<T>> {
  try {
    return await schema["~standard"].validate(value);
  } catch (cause) {
    throw new ListError("invalid-value", "the schema threw while it checked the value", { cause });
  }
}

function issuePath(issue: SchemaIssue): string {
  const steps = (issue.path ?? []).map((step) => (typeof step === "object" ? step.key : step));
  return steps
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("");
}
