import { createListStore, type JsonValue, type List, type RecordStore } from "@shardlist/core";
import { watchBinding } from "@shardlist/core/testing";
import { type Check, codeOf, expectSame, numbersBelow, rejection } from "./check.ts";
import { passPromises } from "./pass-promises.ts";

/**
 * What a list promises over any store, as checks that need no test runner. Each starts with an
 * empty store; `open` makes a store object that shares no memory with another.
 */
export function listPromises(open: () => RecordStore): readonly Check[] {
  return [...writePromises(open), ...readPromises(open), ...passPromises(open)];
}

function writePromises(open: () => RecordStore): readonly Check[] {
  const cold = (name = "numbers") => createListStore(open()).list(name);
  return [
    {
      name: "100 appends at once from 100 handles are 100 entries, in one order for every reader",
      async run() {
        const appended = await Promise.all(numbersBelow(100).map((n) => cold().append(n)));
        const { entries } = await cold().read();
        const ids = appended.map(({ id }) => id).sort();
        expectSame(
          entries.map(({ id }) => id),
          ids,
          "ids",
        );
        expectSame((await cold().read()).entries, entries, "a second reader's entries");
      },
    },
    {
      name: "append, appendAll and remove are one put each",
      async run() {
        const { binding: store, calls } = watchBinding(open());
        const list = createListStore(store).list("numbers");
        const entry = await list.append("one");
        expectSame(calls(), 1, "calls of append");
        const entries = await list.appendAll(numbersBelow(100).map((n) => `value number ${n}....`));
        expectSame(calls(), 2, "calls so far, with appendAll");
        await list.remove([entry, ...entries]);
        expectSame(calls(), 3, "calls so far, with remove");
        expectSame((await cold().read()).values, [], "values");
      },
    },
    {
      name: "an idempotency key makes two appends one entry",
      async run() {
        await cold().append("paid", { key: "order-1" });
        await cold().append("paid", { key: "order-1" });
        expectSame((await cold().read()).values, ["paid"], "values");
      },
    },
    {
      name: "clearing removes what it saw; what is appended meanwhile survives",
      async run() {
        const list = cold();
        await list.appendAll(["a", "b"]);
        const [removed] = await Promise.all([list.clear(), cold().append("c")]);
        const { values } = await cold().read();
        expectSame(removed + values.length, 3, "removed and left");
        expectSame(
          values.filter((value) => value !== "c"),
          [],
          "values seen before",
        );
      },
    },
    {
      name: "values that JSON can't carry are refused before any call",
      async run() {
        const { binding: store, calls } = watchBinding(open());
        const list: List<unknown> = createListStore<unknown>(store).list("numbers");
        const circular: unknown[] = [];
        circular.push(circular);
        const values = [new ReadableStream(), () => 1, Symbol("s"), 1n, undefined, circular];
        for (const value of [...values, Number.NaN, new Uint8Array(1)]) {
          const error = await rejection(() => list.append(value));
          expectSame(codeOf(error), "invalid-value", `appending a ${typeof value}`);
        }
        expectSame(calls(), 0, "calls");
      },
    },
  ];
}

function readPromises(open: () => RecordStore): readonly Check[] {
  const cold = (name = "numbers") => createListStore(open()).list(name);
  return [
    {
      name: "2,500 small entries are read with three listings and no get",
      async run() {
        const list = cold();
        for (const n of numbersBelow(2500)) await list.append(n);
        const { values, operations } = await cold().read();
        expectSame(values, numbersBelow(2500), "values");
        expectSame(operations, { put: 0, get: 0, getMany: 0, delete: 0, list: 3 }, "calls");
      },
    },
    {
      name: "small and large values in any script come back as they were",
      async run() {
        const emoji = ["é€😀\u2028", "😀".repeat(1000), "\ud83d"];
        const values = [...emoji, { a: [null, true, 1.5, ""] }, "x".repeat(300_000)];
        const list = cold("naïve/列表 😀!");
        for (const value of values) await list.append(value);
        expectSame((await cold("naïve/列表 😀!").read()).values, values, "values");
      },
    },
    {
      name: "lists whose names start alike don't mix",
      async run() {
        for (const name of ["a", "ab", "a:"]) await cold(name).append(name);
        for (const name of ["a", "ab", "a:"]) {
          expectSame((await cold(name).read()).values, [name], `values of ${name}`);
        }
        const names = await Array.fromAsync(createListStore(open()).names());
        expectSame(names.sort(), ["a", "a:", "ab"], "names");
      },
    },
    {
      name: "the newest entries come newest first, and an iteration in order",
      async run() {
        const list = cold();
        for (const n of numbersBelow(20)) await list.append(n);
        await cold().compact();
        await list.appendAll([20, 21]);
        const latest = await cold().latest(3);
        expectSame(
          latest.map(({ value }) => value),
          [21, 20, 19],
          "latest",
        );
        const seen: JsonValue[] = [];
        for await (const { value } of cold()) seen.push(value);
        expectSame(seen, numbersBelow(22), "iterated");
      },
    },
  ];
}
