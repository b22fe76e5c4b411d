import { ListError, type StoreLimits } from "@shardlist/core";
import { utf8Bytes } from "./record-text.ts";

/** The key itself. Refuses before any call what no store of Cloudflare's takes. */
export function checkKey(key: string, limits: StoreLimits): string {
  if (["", ".", ".."].includes(key))
    throw new ListError("invalid-name", `${JSON.stringify(key)} is not a key`);
  const bytes = utf8Bytes(key);
  if (bytes <= limits.keyBytes) return key;
  throw new ListError(
    "invalid-name",
    `the key has ${bytes} bytes, ${limits.keyBytes} are allowed: use a shorter name`,
  );
}
