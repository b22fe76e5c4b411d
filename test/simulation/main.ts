import { parseArgs } from "node:util";
import { printFailure } from "./print.ts";
import { profilesNamed, runSeed } from "./seeds.ts";
import { shrink } from "./shrink.ts";

const USAGE = `node test/simulation/main.ts [--seeds 10000] [--from 1] [--profile all] [--no-shrink] [--print]

Runs histories, one per seed, and stops at the first that breaks a promise: prints its seed and a shrunk history of it.
  --seeds      how many
  --from       the first seed
  --profile    one profile, or all in turn
  --no-shrink  prints the history as it is
  --print      prints every history`;

const PROGRESS_MS = 5000;

// Stores fail by the thousand here, and nobody reads where.
Error.stackTraceLimit = 0;

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "10000" },
    from: { type: "string", default: "1" },
    profile: { type: "string", default: "all" },
    shrink: { type: "boolean", default: true },
    print: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
  allowNegative: true,
});
if (values.help) console.log(USAGE);
else process.exitCode = await simulate();

async function simulate(): Promise<number> {
  const profiles = profilesNamed(values.profile);
  const first = Number(values.from);
  const count = Number(values.seeds);
  const started = performance.now();
  let told = started;
  let calls = 0;
  for (let run = 0; run < count; run++) {
    const failure = await runSeed(first + run, profiles);
    calls += failure.history.storeCalls;
    if (values.print) console.log(printFailure(failure));
    if (failure.violations.length > 0) {
      console.error(printFailure(values.shrink ? await shrink(failure) : failure));
      console.error(
        `seed ${first + run} breaks a promise; again: --from ${first + run} --seeds 1 --profile ${values.profile}`,
      );
      return 1;
    }
    if (performance.now() - told > PROGRESS_MS) {
      told = performance.now();
      console.log(`${run + 1} of ${count} histories, ${rateSince(started, run + 1)}`);
    }
  }
  console.log(
    `${count} histories of ${Math.round(calls / count)} store calls each keep every promise, ${rateSince(started, count)}`,
  );
  return 0;
}

function rateSince(started: number, histories: number): string {
  return `${Math.round(histories / ((performance.now() - started) / 1000))} a second`;
}
