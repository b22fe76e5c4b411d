/** More than the suite has checks. */
const MOST_CHECKS = 300;

/** The store that a check of the suite has for itself. */
export function storeOfCheck(number: number): string {
  return `check-${number}`;
}

/**
 * The stores that the suite's server has: one for each check, and one for each test that needs
 * some.
 */
export const STORES: readonly string[] = [
  ...Array.from({ length: MOST_CHECKS }, (_, number) => storeOfCheck(number)),
  "array",
  "heap",
  "differences",
];
