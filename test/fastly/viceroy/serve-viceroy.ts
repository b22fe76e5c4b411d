import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A running server. */
export interface Viceroy {
  readonly url: string;
  stop(): Promise<void>;
}

/** What Viceroy prints once it takes requests. */
const LISTENING = /Listening on (http:\S+)/;

/** Serves a wasm under Viceroy with these KV stores, which are empty and gone when it stops. */
export async function serveViceroy(
  viceroy: string,
  wasm: string,
  stores: readonly string[],
): Promise<Viceroy> {
  const folder = await mkdtemp(join(tmpdir(), "shardlist-viceroy-"));
  const manifest = join(folder, "fastly.toml");
  const lines = [
    "manifest_version = 3",
    'name = "test"',
    'language = "javascript"',
    "[local_server.kv_stores]",
  ];
  await writeFile(manifest, [...lines, ...stores.map((store) => `${store} = []`), ""].join("\n"));
  const server = spawn(viceroy, ["-v", "-C", manifest, "--addr", "127.0.0.1:0", wasm], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = async () => {
    const exited = server.exitCode === null ? once(server, "exit") : undefined;
    server.kill();
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { url: await addressOf(server), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Reads what the server prints up to its address, and goes on reading, so that it never waits for a
 * reader.
 */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const printed: string[] = [];
    const note = (line: string) => {
      if (printed.length < 50) printed.push(line);
      const url = LISTENING.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    };
    for (const stream of [server.stdout, server.stderr])
      if (stream) createInterface({ input: stream }).on("line", note);
    server.on("error", reject);
    server.on("exit", (code) =>
      reject(new Error(`Viceroy ended with ${code}:\n${printed.join("\n")}`)),
    );
  });
}
