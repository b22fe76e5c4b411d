/** All but those whose key stands among `some`. */
export function without<One extends { readonly key: string }>(
  all: readonly One[],
  some: readonly { readonly key: string }[],
): readonly One[] {
  const keys = new Set(some.map(({ key }) => key));
  return all.filter(({ key }) => !keys.has(key));
}
