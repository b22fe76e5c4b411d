import { ListError } from "./errors.ts";
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
  checkValue(value, root, []);
  const text = JSON.stringify(value);
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

function checkValue(value: unknown, path: string, parents: readonly object[]): void {
  switch (typeof value) {
    case "string":
    case "boolean":
      return;
    case "number":
      if (Object.is(value, -0)) refuse(path, "-0, which JSON turns into 0");
      if (!Number.isFinite(value)) refuse(path, `${value}, which JSON turns into null`);
      return;
    case "object":
      if (value !== null) checkObject(value, path, parents);
      return;
    default:
      refuse(path, `${article(typeof value)}, which JSON can't carry`);
  }
}

function checkObject(value: object, path: string, parents: readonly object[]): void {
  if (parents.includes(value)) refuse(path, "a reference to an object that contains it");
  if (parents.length >= MAX_DEPTH) refuse(path, `nested more than ${MAX_DEPTH} levels deep`);
  const inside = [...parents, value];
  const keys = Reflect.ownKeys(value);
  if (Array.isArray(value)) {
    if (keys.length !== value.length + 1)
      refuse(path, "an array with holes or with properties of its own");
    value.forEach((item, index) => {
      checkValue(item, `${path}[${index}]`, inside);
    });
    return;
  }
  if (!isPlain(value))
    refuse(path, `a ${className(value)}, which JSON would change: convert it to plain data first`);
  if (keys.length !== Object.keys(value).length)
    refuse(path, "an object with symbol or hidden properties");
  for (const [key, item] of Object.entries(value))
    checkValue(item, `${path}${pathStep(key)}`, inside);
}

/** Plain objects of another realm (a vm context, an iframe) count too: their prototype is some realm's Object.prototype. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf");
}

function article(type: string): string {
  return type === "undefined" ? type : `a ${type}`;
}

function className(value: object): string {
  return value.constructor?.name || "class instance";
}

function pathStep(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function refuse(path: string, what: string): never {
  throw new ListError("invalid-value", `${path} is ${what}`);
}
