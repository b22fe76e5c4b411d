import { describe, expect, test } from "vitest";
import type { ListEvent } from "../src/events.ts";
import {
  APART,
  appendEach,
  createLab,
  GRACE,
  type Lab,
  MINUTE,
  PASS,
  STALENESS,
} from "./support/lab.ts";

function restarts({ events }: Lab): readonly ListEvent[] {
  return events.filter(({ type }) => type === "restart");
}

/** Makes each of the next `count` listings take so long. */
function slowListings(lab: Lab, count: number, ms: number): void {
  let left = count;
  lab.answer = (operation, _, run) => {
    if (operation === "list" && left-- > 0) lab.pass(ms);
    return run();
  };
}

/** Makes `get` answer nothing for these keys, so many times each. */
function hide(lab: Lab, keys: readonly string[], times = Number.POSITIVE_INFINITY): void {
  const left = new Map(keys.map((key) => [key, times]));
  lab.answer = async (operation, key, run) => {
    const count = left.get(key) ?? 0;
    if (operation !== "get" || count === 0) return await run();
    left.set(key, count - 1);
    return undefined;
  };
}

describe("a read whose listing took longer than `passMs`", () => {
  test("starts over, and says so", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    slowListings(lab, 1, PASS + 1);

    expect((await lab.list().read()).values).toEqual(["a"]);
    expect(restarts(lab)).toEqual([
      { type: "restart", list: "guests", attempt: 1, reason: "listing-too-slow", keys: [] },
    ]);
    expect(lab.waits).toHaveLength(1);
  });

  test("counts where it took exactly as long", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    slowListings(lab, 1, PASS);

    expect((await lab.list().read()).values).toEqual(["a"]);
    expect(restarts(lab)).toEqual([]);
  });

  test("rejects after five of them, and shows the fifth where that is allowed", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    slowListings(lab, 10, PASS + 1);
    const calls = await lab.callsOf(async () => {
      await expect(lab.list().read()).rejects.toMatchObject({ code: "read-incomplete" });
    });
    expect(calls).toHaveLength(5);
    expect(restarts(lab)).toHaveLength(4);

    const result = await lab.list().read({ allowIncomplete: true });
    expect(result.values).toEqual(["a"]);
    expect(result.operations.list).toBe(5);
    expect(result.missing).toBeUndefined();
  });
});

describe("a read that misses a listed key", () => {
  test("starts over until it has it", async () => {
    const lab = createLab(APART);
    await appendEach(lab, ["a", "b"]);
    lab.pass(STALENESS);
    const [key = ""] = await lab.keys("batch");
    hide(lab, [key], 2);

    expect((await lab.list().read()).values).toEqual(["a", "b"]);
    expect(restarts(lab)).toEqual(
      [1, 2].map((attempt) => ({
        type: "restart",
        list: "guests",
        attempt,
        reason: "listed-key-gone",
        keys: [key],
      })),
    );
    expect(lab.waits).toHaveLength(2);
  });

  test("rejects with its name after five attempts, or leaves it out where that is allowed", async () => {
    const lab = createLab(APART);
    await appendEach(lab, ["a", "b"]);
    lab.pass(STALENESS);
    const [key = ""] = await lab.keys("batch");
    hide(lab, [key]);

    await expect(lab.list().read()).rejects.toMatchObject({
      code: "read-incomplete",
      keys: [key],
    });
    expect(restarts(lab)).toHaveLength(4);
    const result = await lab.list().read({ allowIncomplete: true });
    expect(result.missing).toHaveLength(1);
    expect(result.missing).toEqual([key]);
    expect(result.values).toHaveLength(1);
  });

  test("passes over it while it is younger than the staleness window, not longer", async () => {
    for (const { keep, group } of [
      { keep: "batch", group: "tombstone" },
      { keep: "tombstone", group: "batch" },
    ] as const) {
      const lab = createLab(APART);
      const entry = await lab.list().append("a");
      if (keep === "batch") await lab.list().remove(entry);
      hide(lab, await lab.keys(group));
      lab.pass(STALENESS - 1);
      await lab.list().read();
      expect(restarts(lab)).toEqual([]);
      lab.pass(1);
      await expect(lab.list().read()).rejects.toMatchObject({ code: "read-incomplete" });
    }
  });

  test("passes over a segment while it is younger than half the grace period, not longer", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    await lab.list().compact();
    hide(lab, await lab.keys("segment"));
    lab.pass(GRACE / 2 - 1);
    expect((await lab.list().read()).values).toEqual(["a"]);
    expect(restarts(lab)).toEqual([]);
    lab.pass(2);
    await expect(lab.list().read()).rejects.toMatchObject({ code: "read-incomplete" });
  });
});

describe("a read that finds", () => {
  test("a record of no known shape rejects with its name, or leaves it out where that is allowed", async () => {
    const lab = createLab();
    await appendEach(lab, ["a", "b"]);
    const [key = ""] = await lab.keys("batch");
    await lab.store.put(key, { nothing: "known" });

    await expect(lab.list().read()).rejects.toMatchObject({ code: "record-corrupt", keys: [key] });
    expect(lab.events).toEqual([
      { type: "unknown-record", list: "guests", key, reason: "not a batch record" },
    ]);
    const result = await lab.list().read({ allowIncomplete: true });
    expect(result.missing).toEqual([key]);
    expect(result.values).toHaveLength(1);
  });

  test("a key that is not a list's says so, and reads the rest", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    await lab.store.put("sl1/guests/notes", "?");

    expect((await lab.list().read()).values).toEqual(["a"]);
    expect(lab.events).toEqual([
      {
        type: "unknown-record",
        list: "guests",
        key: "sl1/guests/notes",
        reason: "not a key of this list",
      },
    ]);
  });
});

describe("what is appended after a read", () => {
  test("stands behind what was read, though the clock that wrote it was minutes ahead", async () => {
    const lab = createLab();
    lab.pass(4 * MINUTE);
    await appendEach(lab, ["ahead"]);
    lab.pass(-4 * MINUTE);
    const list = lab.list();
    await list.read();
    await list.append("next");

    expect((await lab.list().read()).values).toEqual(["ahead", "next"]);
  });

  test("stands behind all that is not impossibly far ahead", async () => {
    const lab = createLab();
    for (const ahead of [10 * MINUTE, 4 * MINUTE, 3 * MINUTE]) {
      lab.pass(ahead);
      await lab.list().append(ahead);
      lab.pass(-ahead);
    }
    const list = lab.list();
    await list.read();
    await list.append("next");

    expect((await lab.list().read()).values).toEqual([3 * MINUTE, 4 * MINUTE, "next", 10 * MINUTE]);
  });
});
