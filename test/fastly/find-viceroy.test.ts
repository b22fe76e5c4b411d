import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findViceroy, VICEROY_VERSION } from "./viceroy/find-viceroy.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shardlist-find-"));
});
afterEach(() => rm(folder, { recursive: true }));

test.skipIf(process.platform !== "linux")(
  "Viceroy is looked for where people have it",
  async () => {
    const environment = {
      PATH: [join(folder, "nothing"), join(folder, "path")].join(delimiter),
      XDG_CONFIG_HOME: join(folder, "config"),
      XDG_CACHE_HOME: join(folder, "cache"),
    };
    const fromWorstToBest = [
      join(folder, `cache/shardlist/viceroy-${VICEROY_VERSION}/bin/viceroy`),
      join(folder, "config/fastly/viceroy"),
      join(folder, "path/viceroy"),
    ];

    expect(findViceroy(environment)).toBeUndefined();
    for (const file of fromWorstToBest) {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, "");
      expect(findViceroy(environment)).toBe(file);
    }
    expect(findViceroy({ ...environment, VICEROY: "/opt/viceroy" })).toBe("/opt/viceroy");
  },
);
