import type { Readable } from "node:stream";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";

/**
 * Starts workerd with a Worker that imports a code so many times, each under a name of its own, and waits for its first
 * answer. One import takes less than the start differs from time to time; so many of them don't.
 *
 * @returns Milliseconds.
 */
export async function startTime(code: string, copies: number): Promise<number> {
  const names = Array.from({ length: copies }, (_, copy) => `copy${copy}`);
  const main = [
    ...names.map((name) => `import * as ${name} from "./${name}.mjs";`),
    `const all = [${names.join()}];`,
    "export default { fetch: () => new Response(String(all.length)) };",
  ].join("\n");
  const modules = [
    { type: "ESModule" as const, path: "main.mjs", contents: main },
    ...names.map((name) => ({ type: "ESModule" as const, path: `${name}.mjs`, contents: code })),
  ];
  const startedAt = performance.now();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules,
      compatibilityDate: "2026-11-01",
      cf: false,
      // Libraries complain that they are there many times; that is what is measured.
      handleRuntimeStdio(stdout: Readable, stderr: Readable) {
        stdout.resume();
        stderr.resume();
      },
    }),
  );
  try {
    const answer = await (await fetch(await miniflare.ready)).text();
    if (answer !== String(copies)) throw new Error(`the Worker answered ${answer}`);
    return performance.now() - startedAt;
  } finally {
    await miniflare.dispose();
  }
}
