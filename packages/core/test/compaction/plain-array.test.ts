import { describe, expect, test } from "vitest";
import { appendEach, createLab, MINUTE, SECOND } from "../support/lab.ts";
import { phases } from "../support/passes.ts";

describe("the plain array that a pass leaves", () => {
  test("holds all values, and its calls are counted with those of the pass", async () => {
    const lab = createLab();
    await appendEach(lab, ["a", "b"]);
    const before = lab.calls.length;
    const { operations } = await lab.list().compact({ consolidateTo: "plain" });
    expect(await lab.store.get("plain")).toEqual(["a", "b"]);
    const sum = Object.values(operations).reduce((all, count) => all + count);
    expect(sum).toBe(lab.calls.length - before - 1);
    expect(operations).toEqual({ list: 2, get: 4, getMany: 0, put: 3, delete: 0 });
  });

  test("is a phase of the pass: its retries count, and the pass ends after it", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    let failures = 1;
    lab.answer = async (operation, key, run) => {
      if (operation === "put" && key === "plain" && failures-- > 0) throw new Error("gone");
      return await run();
    };
    expect(await lab.list().compact({ consolidateTo: "plain" })).toMatchObject({ retries: 1 });
    expect(phases(lab).slice(-2)).toEqual(["consolidate", "done"]);
    expect(await lab.store.get("plain")).toEqual(["a"]);
  });

  test("is left out where the time is up", async () => {
    const lab = createLab();
    await appendEach(lab, ["a"]);
    lab.answer = async (operation, key, run) => {
      if (operation === "put" && key.endsWith("/h")) lab.pass(MINUTE);
      return await run();
    };
    const report = await lab.list().compact({ consolidateTo: "plain", maxMs: SECOND });
    expect(report).toMatchObject({ written: 1, stopped: "time" });
    expect(await lab.store.get("plain")).toBeUndefined();
  });

  test.each(["", ".", "..", "sl1/plain", "x".repeat(513), 7, null, ["plain"]])(
    "can't stand under %j, which is refused before any call",
    async (key) => {
      const lab = createLab();
      const compacting = lab.list().compact({ consolidateTo: key as string });
      await expect(compacting).rejects.toMatchObject({ code: "invalid-option" });
      expect(lab.calls).toEqual([]);
    },
  );

  test.each(["x".repeat(512), "...", "sl", "a.b"])("may stand under %j", async (key) => {
    const lab = createLab();
    await lab.list().append(1);
    await lab.list().compact({ consolidateTo: key });
    expect(await lab.store.get(key)).toEqual([1]);
  });

  test("is refused where no record holds it, to the byte", async () => {
    const lab = createLab({ valueBytes: 1_000, segmentBytes: 600 });
    const values = ["x".repeat(497), "y".repeat(494)];
    await appendEach(lab, values);
    await lab.list().compact({ consolidateTo: "plain" });
    expect(JSON.stringify(await lab.store.get("plain"))).toHaveLength(998);
    await lab.list().remove((await lab.list().read()).entries[1] ?? "");
    await lab.list().append("y".repeat(496));
    await lab.list().compact({ consolidateTo: "plain" });
    expect(JSON.stringify(await lab.store.get("plain"))).toHaveLength(1_000);
    await lab.list().remove((await lab.list().read()).entries[1] ?? "");
    await lab.list().append("y".repeat(497));
    const calls = await lab.callsOf(async () => {
      await expect(lab.list().compact({ consolidateTo: "plain" })).rejects.toMatchObject({
        code: "value-too-large",
      });
    });
    expect(calls).not.toContain("put plain");
  });
});
