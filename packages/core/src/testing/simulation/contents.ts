import type { JsonValue } from "../../json.ts";
import type { RecordText } from "../../memory/record-text.ts";
import { fromRecordText } from "../../memory/record-text.ts";
import { utf8Bytes } from "../../value.ts";
import type { World } from "./world.ts";

/** What has really landed by now. */
export interface Contents {
  /** The keys that are there and start with `prefix`, in order. */
  keys(prefix?: string): string[];
  /** The record under a key. */
  get(key: string): JsonValue | undefined;
  /** The JSON text under a key. */
  text(key: string): string | undefined;
  /** Bytes of keys and texts under `prefix`. */
  bytes(prefix?: string): number;
  /**
   * Puts any text under a key, or removes the key, behind the store's back: every region sees it at
   * once, as if it had always been so.
   */
  write(key: string, text: string | undefined): void;
}

export function contentsOf(world: World): Contents {
  const { history, clock } = world;

  function storedAs(ref: string): RecordText | undefined {
    const now = clock.now();
    const landed = history.of(ref).filter((version) => version.at <= now);
    const newest = landed[landed.length - 1];
    return newest !== undefined && newest.expiresAt > now ? newest.stored : undefined;
  }

  /** A record that comes with the listing may have a name of its own. */
  function stored(key: string): RecordText | undefined {
    return storedAs(world.refOf(key, { text: "", inline: true })) ?? storedAs(key);
  }

  function present(prefix: string): { readonly ref: string; readonly text: string }[] {
    const found: { ref: string; text: string }[] = [];
    history.keys.walk(prefix, (ref) => {
      if (!ref.startsWith(prefix)) return false;
      const text = storedAs(ref)?.text;
      if (text !== undefined) found.push({ ref, text });
      return true;
    });
    return found;
  }

  return {
    keys: (prefix = "") => present(prefix).map(({ ref }) => world.keyOf(ref)),
    get(key) {
      const text = stored(key)?.text;
      return text === undefined ? undefined : fromRecordText(text);
    },
    text: (key) => stored(key)?.text,
    bytes: (prefix = "") =>
      present(prefix).reduce((sum, { ref, text }) => sum + utf8Bytes(ref) + utf8Bytes(text), 0),
    write(key, text) {
      const inline = stored(key)?.inline ?? false;
      const record = { text: text ?? "", inline };
      history.rewrite(world.refOf(key, record), text === undefined ? undefined : record);
    },
  };
}
