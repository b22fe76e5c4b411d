import { describe, expect, test } from "vitest";
import { printFailure } from "./print.ts";
import { PROFILES } from "./profiles.ts";
import { profilesNamed, runSeed } from "./seeds.ts";

/** Over all profiles together; `pnpm simulate --seeds 1000000` runs more. */
const SEEDS = 1400;
const FIRST_SEED = 1;

describe.each(PROFILES.map(({ name }) => name))("the promises hold, %s", (name) => {
  const count = Math.ceil(SEEDS / PROFILES.length);

  test(`seeds ${FIRST_SEED} to ${FIRST_SEED + count - 1}`, { timeout: 600_000 }, async () => {
    const profiles = profilesNamed(name);
    for (let seed = FIRST_SEED; seed < FIRST_SEED + count; seed++) {
      const failure = await runSeed(seed, profiles);
      expect(
        failure.violations,
        failure.violations.length > 0 ? printFailure(failure) : "",
      ).toEqual([]);
    }
  });
});

test("a seed replays to the identical history", async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const [first, second] = [await runSeed(seed, PROFILES), await runSeed(seed, PROFILES)];
    expect(second.history).toEqual(first.history);
  }
});
