import { parseArgs } from "node:util";
import { check } from "./check/check.ts";
import { printHistory, printViolation } from "./print.ts";
import { PROFILES } from "./profiles.ts";
import { runScript } from "./run-script.ts";
import { writeScript } from "./write-script.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "10000" },
    from: { type: "string", default: "1" },
    profile: { type: "string", default: "all" },
    keep: { type: "boolean", default: false },
    print: { type: "boolean", default: false },
  },
});
const profiles = PROFILES.filter(({ name }) => values.profile === "all" || name === values.profile);
const started = performance.now();const cpu = process.cpuUsage();
let calls = 0, ops = 0, n = 0;
const kinds = new Map<string, { count: number; seeds: number[] }>();
for (let seed = Number(values.from); seed < Number(values.from) + Number(values.seeds); seed++) {
  const profile = profiles[seed % profiles.length]!;
  const history = await runScript(writeScript(seed, profile));
  calls += history.storeCalls; ops += history.operations.length; n++;
  const violations = check(history);
  for (const v of violations) {
    const k = `${profile.name} ${v.promise} ${v.what.replace(/\d+/g, "N").replace(/sl1.*left/, "key left").slice(0, 70)}`;
    const e = kinds.get(k) ?? { count: 0, seeds: [] };
    e.count++; if (e.seeds.length < 4 && !e.seeds.includes(seed)) e.seeds.push(seed);
    kinds.set(k, e);
  }
  if (values.print || (violations.length > 0 && !values.keep)) {
    console.log(printHistory(history));
    console.log(violations.map(printViolation).join("\n"));
    if (!values.print) break;
  }
}
const used = process.cpuUsage(cpu); const s = (used.user + used.system) / 1e6;
console.log(`${n} histories in ${s.toFixed(1)} s: ${(n / s).toFixed(0)}/s, ${(calls / n).toFixed(0)} store calls and ${(ops / n).toFixed(0)} operations each, ${(calls / s).toFixed(0)} calls/s`);
for (const [k, e] of [...kinds].sort()) console.log(e.count, k, e.seeds.join());
