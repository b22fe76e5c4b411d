import { spawnSync } from "node:child_process";
import { findViceroy, VICEROY_VERSION, viceroyRoot } from "./find-viceroy.ts";

// `pnpm run viceroy`: finds Viceroy, or builds it with cargo. Prints where it is.
const found = findViceroy() ?? build();
if (found === undefined) {
  console.error(
    `Viceroy ${VICEROY_VERSION} could not be built: see above. It needs cargo and Rust 1.95 or newer.`,
  );
  process.exitCode = 1;
} else console.log(`Viceroy: ${found}`);

function build(): string | undefined {
  console.log(
    `Building Viceroy ${VICEROY_VERSION} into ${viceroyRoot()}: ten to twenty minutes, once`,
  );
  spawnSync(
    "cargo",
    ["install", "--locked", "viceroy", "--version", VICEROY_VERSION, "--root", viceroyRoot()],
    { stdio: "inherit" },
  );
  return findViceroy();
}
