import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** What is sent: `amount` requests, or as many as `seconds` allow. */
export interface LoadOptions {
  readonly url: string;
  readonly connections: number;
  readonly body: string;
  readonly amount?: number;
  readonly seconds?: number;
}

/** What became of it. */
export interface LoadResult {
  readonly acknowledged: number;
  readonly refused: number;
  readonly requestsPerSecond: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const CHILD = join(import.meta.dirname, "load-child.ts");

/** Sends requests from a process of its own, so that they don't wait for the server's. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--disable-warning=ExperimentalWarning",
    CHILD,
    JSON.stringify(options),
  ]);
  return JSON.parse(stdout) as LoadResult;
}
