import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { bundle } from "../size/bundle.ts";

/** The Worker of the benchmarks, running in workerd. */
export interface BenchWorker extends AsyncDisposable {
  readonly url: URL;
}

/** Starts it with an empty namespace and no objects. */
export async function startBenchWorker(): Promise<BenchWorker> {
  const { text } = await bundle({ entry: join(import.meta.dirname, "worker.ts") });
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: text,
      compatibilityDate: "2026-11-01",
      kvNamespaces: ["LISTS"],
      durableObjects: { OBJECTS: { className: "DurableList", useSQLite: true } },
      cf: false,
    }),
  );
  const url = await miniflare.ready;
  return {
    url,
    async [Symbol.asyncDispose]() {
      await miniflare.dispose();
    },
  };
}
