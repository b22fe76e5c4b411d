import { createListStore, type ListEvent, type VerifyProblem } from "@shardlist/core";
import { type SimulatedStoreOptions, simulatedStore } from "@shardlist/core/testing";
import { describe, expect, test } from "vitest";
import { MINUTE } from "./support/stores.ts";

const KINDS: readonly { readonly records: string; readonly options: SimulatedStoreOptions }[] = [
  { records: "records that travel with the listing", options: {} },
  { records: "records too large for the listing", options: { limits: { inlineBytes: 0 } } },
];

describe.each(KINDS)("with $records", ({ options }) => {
  /** A folded list of 40 entries with ten batches and a tombstone beside it. */
  async function setUp() {
    const store = simulatedStore(options);
    const { contents, clock, random } = store;
    const events: ListEvent[] = [];
    const onEvent = (event: ListEvent) => events.push(event);
    const list = () => createListStore(store, { clock, random, onEvent }).list("guests");
    const passes = async (count: number) => {
      for (let pass = 0; pass < count; pass++) {
        await list().compact();
        await store.advance(30 * MINUTE);
      }
    };
    for (let n = 0; n < 40; n++) await list().append(n);
    await passes(2);
    await list().remove((await list().read()).entries.slice(0, 3));
    for (let n = 40; n < 50; n++) await list().append(n);
    await store.advance(30 * MINUTE);
    const keyOf = (group: string) =>
      contents.keys().find((key) => key.startsWith(`sl1/guests/${group}/`)) ?? "";
    const values = async () => (await list().read()).values;
    return { contents, list, passes, events, keyOf, values };
  }

  describe.each([
    { group: "e", what: "batch" },
    { group: "d", what: "tombstone" },
    { group: "s", what: "segment" },
  ])("a $what", ({ group, what }) => {
    test.each([
      {
        how: "of a newer version",
        change: (text: string) => text.replace(`"${what}":1`, `"${what}":2`),
      },
      { how: "cut short", change: (text: string) => text.slice(0, text.length / 2) },
      { how: "replaced by null", change: () => "null" },
      { how: "replaced by something else", change: () => '{"hello":"world"}' },
    ])("$how is reported, rejects reads, and is neither folded nor deleted", async ({ change }) => {
      const { contents, list, passes, events, keyOf, values } = await setUp();
      const expected = await values();
      const key = keyOf(group);
      const text = contents.text(key) ?? "";
      contents.write(key, change(text));

      await expect(list().read()).rejects.toMatchObject({ code: "record-corrupt", keys: [key] });
      const { missing } = await list().read({ allowIncomplete: true });
      expect(missing).toEqual([key]);
      expect(events).toContainEqual(expect.objectContaining({ type: "unknown-record", key }));
      const report = await list().verify();
      expect(report.ok).toBe(false);
      expect(kindsAt(report.problems, key)).toContain("unreadable-record");
      await passes(4);

      expect(contents.text(key)).toBe(change(text));
      contents.write(key, text);
      expect(await values()).toEqual(expected);
      await passes(3);
      expect(await values()).toEqual(expected);
      expect((await list().verify()).ok).toBe(true);
    });
  });

  test("nothing is deleted on the strength of a segment that was edited", async () => {
    const { contents, list, passes, keyOf, values } = await setUp();
    const expected = await values();
    await list().compact();
    const segments = contents.keys().filter((key) => key.startsWith("sl1/guests/s/"));
    for (const key of segments)
      contents.write(key, contents.text(key)?.replace(/"checksum":"./, '"checksum":"x'));
    const before = contents.keys();
    await passes(3);

    expect(contents.keys()).toEqual(expect.arrayContaining(before));
    expect(keyOf("e")).not.toBe("");
    const problems = (await list().verify()).problems.filter(({ kind }) => kind === "checksum");
    expect(problems.map(({ key }) => key)).toEqual(expect.arrayContaining(segments));
    expect(await values()).toEqual(expected);
  });

  test("foreign keys under a list's prefix are left alone and reported", async () => {
    const { contents, list, passes, events, values } = await setUp();
    const expected = await values();
    const foreign = [
      "sl1/guests/e/0/hello",
      "sl1/guests/x",
      "sl1/guests/s/hello",
      "sl1/guests/zzz/1",
      "sl1/guests/",
    ];
    for (const key of foreign) contents.write(key, "7");
    await passes(3);

    expect(await values()).toEqual(expected);
    expect(contents.keys()).toEqual(expect.arrayContaining(foreign));
    for (const key of foreign)
      expect(events).toContainEqual(expect.objectContaining({ type: "unknown-record", key }));
    const { ok, problems } = await list().verify();
    expect(ok).toBe(true);
    for (const key of foreign) expect(kindsAt(problems, key)).toEqual(["foreign-key"]);
  });

  test("`verify` tells of what is missing, repeated, idle and due", async () => {
    const { contents, list, keyOf } = await setUp();
    await list().compact();
    const { problems } = await list().verify();
    expect(new Set(problems.map(({ kind }) => kind))).toEqual(new Set(["entry-twice"]));
    contents.write(keyOf("s"), undefined);
    const after = await list().verify();
    expect(after.entries).toBeLessThan(47);
  });
});

function kindsAt(problems: readonly VerifyProblem[], key: string): string[] {
  return problems.filter((problem) => problem.key === key).map(({ kind }) => kind);
}
