import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type KVNamespaceLike, type R2BucketLike, r2, workersKV } from "@shardlist/cloudflare";
import type { RecordStore } from "@shardlist/core";
import { memoryStore } from "@shardlist/core/memory";
import { simulatedStore } from "@shardlist/core/testing";
import { fastlyKV, type KVStoreLike } from "@shardlist/fastly";
import { describe, expect, test } from "vitest";
import prices from "../../bench/data/prices.json" with { type: "json" };
import { type Row, tableFrom, tableUnder, textOf } from "./markdown.ts";
import { ROOT } from "./snippets.ts";

const run = promisify(execFile);
const MIB = 1024 * 1024;
/** https://developers.cloudflare.com/kv/platform/limits: operations a day on the free plan. */
const FREE_A_DAY = { writes: 1000, deletes: 1000, lists: 1000, reads: 100_000 };

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

  test.each(Object.entries(FREE_A_DAY))(
    "Workers KV on the free plan, %s: %i a day",
    (what, limit) => {
      expect(cellOf("Workers KV", what)).toBe(`${count(limit)} a day`);
    },
  );

  test("what the free plan is good for follows from its limits", () => {
    const text = textOf("docs/guarantees.md").replaceAll(/\s+/g, " ");
    const [, lists] =
      /visit (\d+) lists hourly, and the day's lists are nearly used up/.exec(text) ?? [];

    const appends = Math.min(FREE_A_DAY.writes, FREE_A_DAY.deletes);
    expect(text).toContain(`good for about ${count(appends)} append calls a day`);
    const usedUp = (24 * Number(lists)) / FREE_A_DAY.lists;
    expect([usedUp > 0.9, usedUp <= 1]).toEqual([true, true]);
  });

  test("and a record that comes with the listing of Workers KV is the same in the text", () => {
    expect(textOf("docs/guarantees.md")).toContain(
      `up to ${bytes(kv.limits.inlineBytes)} of JSON on Workers KV`,
    );
  });
});

describe("the table of limits says what the benchmarks reckon with", () => {
  const { workersKv, r2 } = prices;

  test.each([
    ["Workers KV", "writes", workersKv.writePerMillion],
    ["Workers KV", "deletes", workersKv.deletePerMillion],
    ["Workers KV", "lists", workersKv.listPerMillion],
    ["Workers KV", "reads", workersKv.readPerMillion],
    ["R2", "puts and lists", r2.writePerMillion],
    ["R2", "puts and lists", r2.listPerMillion],
    ["R2", "gets", r2.readPerMillion],
  ])("%s, %s: $%f a million", (store, what, price) => {
    expect(rowOf(store, what).at(-1)).toContain(`$${price.toFixed(2)} a million`);
  });
});

test.each([memoryStore(), simulatedStore()])(
  "the $name store has the limits of Workers KV",
  (store) => {
    const { keyBytes, inlineBytes, valueBytes, pageSize } = store.limits;

    expect(kv.limits).toMatchObject({ keyBytes, inlineBytes, valueBytes, pageSize });
  },
);

test("the docs and the docstring explain the error codes alike", () => {
  const docstring = tableFrom(textOf("packages/core/src/errors.ts").split("\n"));

  expect(docstring.length).toBeGreaterThan(5);
  expect(tableUnder("docs/guarantees.md", "Errors")).toEqual(docstring);
});

describe("the README names the size, in kB rounded up, of", () => {
  test.each([
    ["append, read and remove on Workers KV", /both together weigh (\d+) kB, minified and gzipped/],
    ["everything in @shardlist/core", /The whole of core weighs (\d+) kB/],
  ])("%s", async (name, sentence) => {
    const [, claim] = sentence.exec(textOf("README.md").replaceAll(/\s+/g, " ")) ?? [];

    expect(Number(claim)).toBe(Math.ceil((await sizeInBytes(name)) / 1000));
  });
});

/** An entry of .size-limit.json, as built. */
async function sizeInBytes(name: string): Promise<number> {
  const command = run("node_modules/.bin/size-limit", ["--json"], { cwd: ROOT });
  // It fails where something is too large, which is for `pnpm size` to say; the sizes come all the
  // same.
  const { stdout } = await command.catch((failed: { readonly stdout: string }) => failed);
  const sizes = JSON.parse(stdout) as readonly { readonly name: string; readonly size: number }[];
  return sizes.find((one) => one.name === name)?.size ?? Number.NaN;
}

/** The first limit of a row; a free plan comes first. */
function cellOf(store: string, what: string): string {
  return rowOf(store, what)[1] ?? "";
}

function rowOf(store: string, what: string): Row {
  const row = tableUnder("docs/guarantees.md", store).find(([name]) => name === what);
  return row ?? [what, `no row "${what}"`];
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
