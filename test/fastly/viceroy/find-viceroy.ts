import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/** The newest that was tested, and that Rust 1.95 builds. */
export const VICEROY_VERSION = "0.22.0";

export const HOW_TO_GET_VICEROY =
  "Get it with `pnpm run viceroy` (needs Rust 1.95 or newer, takes ten to twenty minutes once), or set VICEROY to the path of one.";

const FILE = process.platform === "win32" ? "viceroy.exe" : "viceroy";

/**
 * The path of a Viceroy: what VICEROY says, or one on the PATH, the Fastly CLI's, or the one that
 * `pnpm run viceroy` has built.
 */
export function findViceroy(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  if (environment.VICEROY) return environment.VICEROY;
  const folders = [
    ...(environment.PATH ?? "").split(delimiter),
    fastlyFolder(environment),
    join(viceroyRoot(environment), "bin"),
  ];
  return folders.map((folder) => join(folder, FILE)).find((file) => existsSync(file));
}

/** Where `pnpm run viceroy` installs: outside the checkout, so that a fresh clone finds it. */
export function viceroyRoot(environment: NodeJS.ProcessEnv = process.env): string {
  const cache = environment.XDG_CACHE_HOME || join(homedir(), ".cache");
  return join(cache, "shardlist", `viceroy-${VICEROY_VERSION}`);
}

/**
 * Where the Fastly CLI keeps the Viceroy that it downloads: the user's folder for settings, as Go
 * names it.
 */
function fastlyFolder(environment: NodeJS.ProcessEnv): string {
  if (process.platform === "darwin") return join(homedir(), "Library/Application Support/fastly");
  if (process.platform === "win32") return join(environment.AppData ?? homedir(), "fastly");
  return join(environment.XDG_CONFIG_HOME || join(homedir(), ".config"), "fastly");
}
