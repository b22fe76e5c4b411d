import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type KVNamespaceLike, type R2BucketLike, r2, workersKV } from "@shardlist/cloudflare";
import type { RecordStore } from "@shardlist/core";
import { fastlyKV, type KVStoreLike } from "@shardlist/fastly";
import { describe, expect, test } from "vitest";
import { tableFrom, tableUnder, textOf } from "./markdown.ts";
import { ROOT } from "./snippets.ts";

const run = promisify(execFile);
const MIB = 1024 * 1024;

/** Adapters look at a binding only when they are used. */
const binding = { list() {}, get() {} };
const kv = workersKV(binding as unknown as KVNamespaceLike);
const bucket = r2(binding as unknown as R2BucketLike);
const fastly = fastlyKV(binding as unknown as KVStoreLike);

describe("the table of limits says what the adapter goes by", () => {
  test.each([
    ["Workers KV", "key", `${kv.limits.keyBytes} bytes`],
    ["Workers KV", "record that comes with the listing", bytes(kv.limits.inlineBytes)],
    ["Workers KV", "value", `${kv.limits.valueBytes / MIB} MiB`],
    ["Workers KV", "keys on a page of a listing", count(kv.limits.pageSize)],
    ["Workers KV", "keys in a bulk get, billed as a read each", String(kv.limits.bulkGetKeys)],
    ["Workers KV", "operations in one invocation", passUses(kv)],
    ["R2", "key", bytes(bucket.limits.keyBytes)],
    ["R2", "record that comes with the listing", bytes(bucket.limits.inlineBytes)],
    ["R2", "value", `${bucket.limits.valueBytes / MIB} MiB`],
    ["R2", "keys on a page of a listing", count(bucket.limits.pageSize)],
    ["R2", "operations in one invocation", passUses(bucket)],
    [
      "Fastly KV Store",
      "name, of which a small record takes a part",
      bytes(fastly.limits.keyBytes),
    ],
    ["Fastly KV Store", "record that comes with the listing", bytes(fastly.limits.inlineBytes)],
    ["Fastly KV Store", "value", bytes(fastly.limits.valueBytes)],
    ["Fastly KV Store", "keys on a page of a listing", count(fastly.limits.pageSize)],
    ["Fastly KV Store", "operations in one invocation", passUses(fastly)],
  ])("%s, %s: %s", (store, what, limit) => {
    expect(cellOf(store, what)).toContain(limit);
  });

  test.each([
    ["writes", "1,000 a day"],
    ["deletes", "1,000 a day"],
    ["lists", "1,000 a day"],
    ["reads", "100,000 a day"],
    ["writes to one key", "1 a second"],
  ])("Workers KV on the free plan, %s: %s", (what, limit) => {
    expect(cellOf("Workers KV", what)).toBe(limit);
  });
});

test("the docs and the docstring explain the error codes alike", () => {
  const docstring = tableFrom(textOf("packages/core/src/errors.ts").split("\n"));

  expect(docstring.length).toBeGreaterThan(5);
  expect(tableUnder("docs/guarantees.md", "Errors")).toEqual(docstring);
});

test("the README names the size of a Worker that appends, reads and removes, rounded up", async () => {
  const [, claim] = /together weigh (\d+) kB, minified and gzipped/.exec(textOf("README.md")) ?? [];
  const kilobytes = (await sizeInBytes()) / 1000;

  expect(Number(claim)).toBeGreaterThanOrEqual(kilobytes);
  expect(Number(claim)).toBeLessThan(kilobytes + 2);
});

/** The first entry of .size-limit.json, as built. */
async function sizeInBytes(): Promise<number> {
  const command = run("node_modules/.bin/size-limit", ["--json"], { cwd: ROOT });
  // It fails where something is too large, which is for `pnpm size` to say; the sizes come all the same.
  const { stdout } = await command.catch((failed: { readonly stdout: string }) => failed);
  const [worker] = JSON.parse(stdout) as readonly { readonly size: number }[];
  return worker?.size ?? Number.NaN;
}

/** The first limit of a row; a free plan comes first. */
function cellOf(store: string, what: string): string {
  const row = tableUnder("docs/guarantees.md", store).find(([name]) => name === what);
  return row?.[1] ?? `no row "${what}"`;
}

function passUses(store: RecordStore): string {
  return `a pass uses ${count(store.limits.operationsPerInvocation)}`;
}

function bytes(number: number): string {
  return `${count(number)} bytes`;
}

function count(number: number): string {
  return number.toLocaleString("en");
}
