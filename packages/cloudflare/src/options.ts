import { ListError, type StoreLimits } from "@shardlist/core";

/** Options that both stores have. */
export interface StoreOptions {
  /** Store calls that one invocation may make. Cloudflare documents 1,000, other subrequests included. @default 900 */
  readonly operationsPerInvocation?: number | undefined;
}

/** The limits with the options applied. Refuses what can't work, naming it. */
export function resolveLimits(limits: StoreLimits, options: StoreOptions): StoreLimits {
  const operationsPerInvocation = options.operationsPerInvocation ?? limits.operationsPerInvocation;
  if (Number.isSafeInteger(operationsPerInvocation) && operationsPerInvocation > 0) {
    return { ...limits, operationsPerInvocation };
  }
  throw new ListError(
    "invalid-option",
    `\`operationsPerInvocation\` must be a whole number above 0`,
  );
}

/** Refuses a binding that isn't there, as happens when the name in the Wrangler configuration is another. */
export function checkBinding(
  parameter: string,
  binding: { readonly list: unknown } | undefined,
): void {
  if (typeof binding?.list === "function") return;
  throw new ListError(
    "invalid-option",
    `\`${parameter}\` must be a binding, such as \`env.LISTS\``,
  );
}
