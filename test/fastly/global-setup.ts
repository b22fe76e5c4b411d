import type { TestProject } from "vitest/node";
import { buildServices, wasmOf } from "./services.ts";
import { findViceroy, HOW_TO_GET_VICEROY } from "./viceroy/find-viceroy.ts";
import { serveViceroy } from "./viceroy/serve-viceroy.ts";
import { STORES } from "./viceroy/stores.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where Viceroy serves the suite; `undefined` on a machine without Viceroy. */
    readonly suiteUnderViceroy: string | undefined;
  }
}

/**
 * Builds the services, and starts one Viceroy for all test files; says what is left out without it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const viceroy = findViceroy();
  if (viceroy === undefined) sayWhatIsLeftOut();
  await buildServices();
  const server = viceroy && (await serveViceroy(viceroy, wasmOf("fresh"), STORES));
  project.provide("suiteUnderViceroy", server ? server.url : undefined);
  return async () => {
    if (server) await server.stop();
  };
}

function sayWhatIsLeftOut(): void {
  const left = `Left out: the tests under Viceroy, Fastly's local server. ${HOW_TO_GET_VICEROY}`;
  if (process.env.REQUIRE_VICEROY) throw new Error(left);
  console.log(left);
}
