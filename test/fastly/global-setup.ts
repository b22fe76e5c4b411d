import { buildServices } from "./services.ts";
import { findViceroy, HOW_TO_GET_VICEROY } from "./viceroy/find-viceroy.ts";

/** Builds the services once for all test files, and says what is left out where Viceroy is missing. */
export default async function setup(): Promise<void> {
  if (findViceroy() === undefined) {
    const left = `Left out: the tests under Viceroy, Fastly's local server, which isn't on this machine. ${HOW_TO_GET_VICEROY}`;
    if (process.env.REQUIRE_VICEROY) throw new Error(left);
    console.log(left);
  }
  await buildServices();
}
