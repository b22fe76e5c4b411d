import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createListStore, type RecordStore } from "@shardlist/core";
import { memoryStore } from "@shardlist/core/memory";
import { afterAll, beforeAll, expect, test } from "vitest";

const ENTRIES = 1_000_000;
const HEAP_MB = 64;
const folder = mkdtempSync(join(tmpdir(), "shardlist-"));

beforeAll(async () => {
  let now = Date.UTC(2026, 0);
  const clock = { now: () => now, sleep: async () => undefined };
  const store = memoryStore();
  const list = createListStore<object>(store, { clock }).list("log");
  for (let first = 0; first < ENTRIES; first += 10_000) {
    await list.appendAll(Array.from({ length: 10_000 }, (_, index) => ({ number: first + index })));
    now += 1000;
  }
  for (let remaining = 1; remaining > 0; now += 60 * 60_000) {
    ({ remaining } = await list.compact());
  }
  await dump(store);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true }));

test(`a million compacted entries are iterated in order within ${HEAP_MB} MB of heap`, () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      `--max-old-space-size=${HEAP_MB}`,
      "--conditions=source",
      "--disable-warning=ExperimentalWarning",
      join(import.meta.dirname, "iterate.ts"),
      folder,
      "log",
    ],
    { encoding: "utf8" },
  );

  expect(stderr).toBe("");
  expect(stdout.trim()).toBe(String(ENTRIES));
}, 60_000);

/** Writes a store's records into files. */
async function dump(store: RecordStore): Promise<void> {
  const { records } = await store.list("");
  for (const [index, { ref }] of records.entries()) {
    writeFileSync(join(folder, `${index}.json`), JSON.stringify(await store.get(ref)));
  }
  const index = records.map(({ key }, number) => ({ key, file: `${number}.json` }));
  writeFileSync(join(folder, "index.json"), JSON.stringify(index));
}
