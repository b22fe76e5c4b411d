import { type BenchContext, sized } from "../context.ts";
import { type Spread, spreadOf } from "../spread.ts";
import { bundle } from "./bundle.ts";
import { type FastlyImport, fastlyImport } from "./import-fastly.ts";
import { startTime } from "./import-workerd.ts";
import { SHIPPED } from "./shipped.ts";

/** How long the code of one library takes to load in workerd. */
export interface ImportRow {
  readonly name: string;
  readonly ms: Spread;
}

export interface ImportTimeResult {
  /** Copies of the code in one Worker. */
  readonly copies: number;
  readonly workerd: readonly ImportRow[];
  readonly fastly: FastlyImport;
}

/** WebAssembly isn't loaded on import; its size tells enough. */
const IMPORTED = ["shardlist", "unstorage", "tinybase", "yjs"];

/** What importing costs in the runtimes that run it. */
export async function importTime(context: BenchContext): Promise<ImportTimeResult> {
  const copies = sized(context, 100, 10);
  const rounds = sized(context, 7, 2);
  const codes = new Map<string, string>([["", "export default {};"]]);
  for (const name of IMPORTED) {
    const source = SHIPPED.filter((shipped) => shipped.name === name).at(-1)?.source ?? "";
    codes.set(name, (await bundle({ source }, { minify: true })).text);
  }
  const times = new Map<string, number[]>([...codes.keys()].map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    context.note(`workerd, round ${round + 1} of ${rounds}`);
    for (const [name, code] of codes) times.get(name)?.push(await startTime(code, copies));
  }
  const empty = times.get("") ?? [];
  const workerd = IMPORTED.map((name) => ({
    name,
    ms: spreadOf((times.get(name) ?? []).map((ms, round) => (ms - (empty[round] ?? 0)) / copies)),
  }));
  context.note("the Fastly engine");
  return { copies, workerd, fastly: await fastlyImport(sized(context, 31, 3)) };
}
