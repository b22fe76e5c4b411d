/** An empty text, a step of a path, or half a surrogate pair: with the `u` flag a pair is one character. */
const NO_KEY_PATTERN = /^\.{0,2}$|[\uD800-\uDFFF]/u;

/** Whether a store may take a text as a key, as far as its letters go. Apart from our own keys: adapters need this alone. */
export function isKeyText(text: string): boolean {
  return !NO_KEY_PATTERN.test(text);
}
