import { Session } from "node:inspector/promises";

/** A function and its share of the time. */
export interface HotSpot {
  readonly name: string;
  /** File and line, from the root of the workspace. */
  readonly place: string;
  /** Share of the time that was spent in it, without what it calls. */
  readonly share: number;
}

const MOST = 10;
const LEAST_RUNS = 3;
const LEAST_MS = 1000;
const INTERVAL_US = 200;
/** The machine's idle time, and the profiler itself. */
const NOT_WORK: ReadonlySet<string> = new Set(["(idle)", "post"]);
const ROOT = new URL("../../", import.meta.url).href;

/** Where `work` spends its time. The first run isn't looked at: it warms the code up. */
export async function profileOf(work: () => Promise<unknown>): Promise<readonly HotSpot[]> {
  await work();
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: INTERVAL_US });
  await session.post("Profiler.start");
  const startedAt = performance.now();
  for (let run = 0; run < LEAST_RUNS || performance.now() - startedAt < LEAST_MS; run++)
    await work();
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  const nodes = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
  const times = new Map<string, { readonly name: string; readonly place: string; us: number }>();
  let total = 0;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const frame = nodes.get(id);
    if (frame === undefined || NOT_WORK.has(frame.functionName)) continue;
    const us = profile.timeDeltas?.[index] ?? 0;
    const place = frame.url.startsWith(ROOT)
      ? `${frame.url.slice(ROOT.length)}:${frame.lineNumber + 1}`
      : "";
    const name = frame.functionName || "(anonymous)";
    const known = times.get(name + place) ?? { name, place, us: 0 };
    known.us += us;
    times.set(name + place, known);
    total += us;
  }
  return [...times.values()]
    .sort((left, right) => right.us - left.us)
    .slice(0, MOST)
    .map(({ name, place, us }) => ({ name, place, share: us / total }));
}
