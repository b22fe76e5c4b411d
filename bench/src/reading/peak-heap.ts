import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { serialize } from "node:v8";
import type { Form, RecordedList } from "./read-subjects.ts";

const CHILD = join(import.meta.dirname, "peak-heap-child.ts");

/**
 * The most heap that one read has in use at once, in bytes: measured in a process of its own, in which every garbage
 * collection is a full one, so that nothing dead is counted.
 */
export async function peakHeap(list: RecordedList, form: Form): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "shardlist-bench-"));
  const file = join(folder, "recording");
  try {
    await writeFile(file, serialize(list));
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--disable-warning=ExperimentalWarning",
      "--conditions=source",
      "--expose-gc",
      "--gc-global",
      "--max-old-space-size=8192",
      CHILD,
      file,
      form,
    ]);
    return Number(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}
