import { describe, expect, test } from "vitest";
import { printFailure, printHistory } from "./print.ts";
import { PROFILES } from "./profiles.ts";
import { runScript } from "./run-script.ts";
import { profilesNamed, runSeed } from "./seeds.ts";
import { shrink } from "./shrink.ts";
import { writeScript } from "./write-script.ts";

/** Histories of each profile: 3,200 in all. `pnpm simulate --seeds 1000000` runs more. */
const SEEDS = 160;

describe.each(PROFILES)("in a store that is $name", ({ name }) => {
  test(`${SEEDS} histories keep every promise that holds there`, { timeout: 120_000 }, async () => {
    const profiles = profilesNamed(name);
    for (let seed = 1; seed <= SEEDS; seed++) {
      const failure = await runSeed(seed, profiles);
      if (failure.violations.length > 0)
        expect.unreachable(`seed ${seed}\n${printFailure(await shrink(failure))}`);
    }
  });
});

test.each(PROFILES)("a seed replays to the identical history: $name", async (profile) => {
  const first = await runScript(writeScript(7, profile));
  const second = await runScript(writeScript(7, profile));

  expect(printHistory(second)).toBe(printHistory(first));
  expect(second).toEqual(first);
});
