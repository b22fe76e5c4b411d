import { build } from "esbuild";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";

/** A Worker that runs. */
export interface RunningWorker extends AsyncDisposable {
  readonly url: URL;
  readonly miniflare: Miniflare;
}

/**
 * Bundles a Worker from the sources, as `wrangler` does, so that nothing needs to be built before.
 */
export async function bundleWorker(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    mainFields: ["browser", "module", "main"],
    conditions: ["source", "workerd", "worker", "browser"],
  });
  return outputFiles[0]?.text ?? "";
}

/**
 * Runs a Worker in workerd with an empty KV namespace. `onLog` gets what it logs, which else goes
 * to the console.
 */
export async function startWorker(
  script: string,
  onLog?: (message: string) => void,
): Promise<RunningWorker> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script,
      compatibilityDate: "2026-11-01",
      kvNamespaces: ["LISTS"],
      cf: false,
      ...(onLog === undefined ? {} : { handleStructuredLogs: ({ message }) => onLog(message) }),
    }),
  );
  const url = await miniflare.ready;
  return {
    url,
    miniflare,
    async [Symbol.asyncDispose]() {
      await miniflare.dispose();
    },
  };
}
