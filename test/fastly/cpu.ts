import { openService } from "./support/engine-service.ts";

// Prints the CPU time that requests take in the engine: `pnpm run bench:fastly`. V8 compiles the
// wasm here and Cranelift does at Fastly, so these are orders of magnitude.

/** V8 compiles anew what runs often; after so many requests that is over. */
const WARM_UP = 40;
const RUNS = 60;

interface Work {
  readonly what: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, number | string>>;
  /** What the list holds before: appended one by one, or at once and then folded by passes. */
  readonly loose?: number;
  readonly folded?: number;
}

const WORKS: readonly Work[] = [
  { what: "a request that does nothing", path: "/nothing" },
  { what: "append one entry", path: "/append", query: { value: "hello" } },
  { what: "append 100 entries at once", path: "/append-all", query: { count: 100 } },
  { what: "read 100 loose entries", path: "/read", loose: 100 },
  { what: "read 1,000 loose entries", path: "/read", loose: 1000 },
  { what: "read 1,000 folded entries", path: "/read", folded: 1000 },
  { what: "read 10,000 folded entries", path: "/read", folded: 10_000 },
  { what: "fold 100 loose entries", path: "/compact", loose: 100 },
];

for (const work of WORKS) console.log(`${work.what}: ${(await meanCpuMs(work)).toFixed(1)} ms`);

/**
 * Each run is an instance of its own on the same content. The mean, since the system counts in
 * ticks.
 */
async function meanCpuMs({ path, query = {}, loose = 0, folded = 0 }: Work): Promise<number> {
  const { store, call } = await openService();
  if (loose > 0) await call("/append-each", { count: loose });
  if (folded > 0) await call("/append-all", { count: folded });
  if (folded > 0) for (const aheadMs of [0, 3_600_000]) await call("/compact", { aheadMs });
  const content = store.snapshot();
  let total = 0;
  for (let run = 0; run < WARM_UP + RUNS; run++) {
    store.entries.clear();
    for (const [name, entry] of content) store.entries.set(name, entry);
    const { cpuMs } = await call(path, { ...query, brief: 1 });
    if (run >= WARM_UP) total += cpuMs;
  }
  return total / RUNS;
}
