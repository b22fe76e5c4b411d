import { blaming, ListError } from "./errors.ts";
import type { JsonValue } from "./json.ts";

/** Deeper nesting overflows the stack of JSON.stringify in small runtimes. */
const MAX_DEPTH = 500;

/** A value as the JSON text that is stored, and that text's size. */
export interface EncodedValue {
  readonly text: string;
  readonly bytes: number;
}

/**
 * Turns a value into JSON, and refuses whatever JSON would change silently, naming the path to it. The text is taken
 * once: what the caller does to the value afterwards changes neither a retry nor a read.
 */
export function encodeValue(value: unknown, root: string): EncodedValue {
  const text = JSON.stringify(blaming(root, () => copyOf(value, root, [])));
  return { text, bytes: utf8Bytes(text) };
}

/** The value of an encoded text, fresh at each call. */
export function decodeValue(encoded: EncodedValue): JsonValue {
  return JSON.parse(encoded.text);
}

/** Bytes that `text` takes in UTF-8. JSON text has no lone surrogates: JSON.stringify escapes them. */
export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Each property is read once: a getter that answers differently the next time changes nothing. */
function copyOf(value: unknown, path: string, parents: readonly object[]): JsonValue {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (!Number.isFinite(value) || Object.is(value, -0)) refuse(path, "NaN, Infinity or -0");
      return value;
    case "object":
      return value === null ? null : copyOfObject(value, path, parents);
    default:
      return refuse(path, typeof value);
  }
}

function copyOfObject(value: object, path: string, parents: readonly object[]): JsonValue {
  if (parents.includes(value)) refuse(path, "a circular reference");
  if (parents.length >= MAX_DEPTH) refuse(path, `more than ${MAX_DEPTH} levels`);
  const isArray = Array.isArray(value);
  if (!isPlain(value, isArray)) refuse(path, value.constructor?.name || "a class instance");
  const keys = Object.keys(value);
  const all = Reflect.ownKeys(value).length;
  // An array has a hidden length.
  if (isArray ? keys.length !== value.length || all > keys.length + 1 : all > keys.length)
    refuse(path, "holes or hidden properties");
  const inside = [...parents, value];
  const copies = keys.map((key) => {
    const step = isArray ? `[${key}]` : pathStep(key);
    return copyOf(value[key as keyof object], path + step, inside);
  });
  // fromEntries makes own properties of all keys, of `__proto__` too.
  return isArray
    ? copies
    : Object.fromEntries(keys.map((key, index) => [key, copies[index] ?? null]));
}

/** An array or object of this or another realm (a vm context, an iframe), and of no class of the user's own. */
function isPlain(value: object, isArray: boolean): boolean {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null) return !isArray;
  return isArray
    ? Object.hasOwn(prototype, "concat")
    : Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf");
}

function pathStep(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function refuse(path: string, what: string): never {
  throw new ListError("invalid-value", `${path}: JSON can't carry ${what}`);
}
