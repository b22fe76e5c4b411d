import type { ListedRecord } from "@shardlist/core";
import { decodeRecord, utf8Bytes } from "./record-text.ts";

/**
 * Parts a key from the record that rides behind it. No key of a list holds it, and it sorts before
 * whatever one may hold.
 */
const SEPARATOR = "!";

/**
 * The name under which a record is stored: the key, and the record behind it where both fit into
 * `nameBytes`.
 */
export function nameWithRecord(key: string, json: string, nameBytes: number): string {
  const room = nameBytes - utf8Bytes(key).length - SEPARATOR.length;
  const suffix = toBase64Url(json);
  return suffix.length > room ? key : key + SEPARATOR + suffix;
}

/**
 * What a listed name says. One whose suffix isn't base64url is somebody else's, and stands for
 * itself.
 */
export function listedRecord(name: string): ListedRecord {
  const end = name.indexOf(SEPARATOR);
  if (end === -1) return { key: name, ref: name };
  const record = decodeRecord(fromBase64Url(name.slice(end + 1)));
  return record === undefined
    ? { key: name, ref: name }
    : { key: name.slice(0, end), ref: name, record };
}

function toBase64Url(text: string): string {
  return btoa(String.fromCharCode(...utf8Bytes(text)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function fromBase64Url(text: string): string | undefined {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    if (!/[\u0080-\u00ff]/.test(binary)) return binary;
    return new TextDecoder().decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
