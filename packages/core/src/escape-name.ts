import { ListError, type ListErrorDetails } from "./errors.ts";

/**
 * A name as letters that are safe in a key of every platform; no escaped name starts another's keys, since `/` is
 * escaped.
 */
export function escapeName(name: string): string {
  try {
    return encodeURIComponent(name)
      .replace(/[.!~*'()]/g, hexEscape)
      .replaceAll("%", "~");
  } catch (cause) {
    throw nameError({ cause });
  }
}

export function nameError(details?: ListErrorDetails): ListError {
  const message = "a list name must be a well-formed string, and not empty";
  return new ListError("invalid-name", message, details);
}

/** The name that {@link escapeName} escaped, or `undefined` where `text` is not such a text. */
export function unescapeName(text: string): string | undefined {
  try {
    const name = decodeURIComponent(text.replaceAll("~", "%"));
    return escapeName(name) === text && name !== "" ? name : undefined;
  } catch {
    return undefined;
  }
}

function hexEscape(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
