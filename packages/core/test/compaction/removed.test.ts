import { describe, expect, test } from "vitest";
import { batchKey } from "../../src/key.ts";
import { appendEach, createLab, GRACE, MINUTE, numbers, RETENTION } from "../support/lab.ts";
import { BASE, compact, NOTHING, nameOf, newestSegment, segmentNames } from "../support/passes.ts";

describe("what was removed", () => {
  test("is dated by the first of it in the name of the segment that remembers it", async () => {
    const lab = createLab();
    const ids = numbers(0, 61).map((n) => `-OhqqeV-${String(n).padStart(2, "0")}${"a".repeat(12)}`);
    await lab.list().remove(ids.slice(60));
    const first = lab.clock.now();
    await lab.list().compact();
    lab.pass(GRACE);
    await lab.list().remove(ids.slice(0, 60));
    expect(await lab.list().compact()).toMatchObject({ absorbed: 2, written: 1 });
    expect(nameOf(await newestSegment(lab)).removedAt).toBe(first);
  });

  test("leaves the segments that carry it, and then their memory of it", async () => {
    const lab = createLab();
    await appendEach(lab, ["secret", ...numbers(0, 60)]);
    await lab.passes(2);
    await lab.list().remove((await lab.list().read()).entries[0] ?? "");
    await lab.passes(2);
    const texts = async () =>
      JSON.stringify(
        await Promise.all((await lab.keys("segment")).map((key) => lab.store.get(key))),
      );
    expect(await texts()).toContain("secret");

    lab.pass(1.25 * RETENTION);
    await lab.passes(4);
    expect(await texts()).not.toContain("secret");
    const names = (await lab.keys("segment")).map(nameOf);
    expect(names.filter(({ removedAt }) => removedAt > 0)).toEqual([]);
    expect((await lab.list().read()).values).toEqual(numbers(0, 60));
  });
});

describe("removed ids are forgotten", () => {
  test("a quarter of the retention after it is over, and not sooner", async () => {
    const lab = createLab();
    await appendEach(lab, ["a", "b"]);
    await lab.list().remove((await lab.list().read()).entries[0] ?? "");
    await lab.passes(2);
    const [name] = await segmentNames(lab);
    const removedAt = name?.removedAt ?? 0;
    expect(removedAt).toBeGreaterThan(0);

    lab.pass(removedAt + 1.25 * RETENTION - lab.clock.now());
    expect((await compact(lab)).operations).toEqual({ ...NOTHING, list: 1 });
    lab.pass(1);
    expect(await compact(lab)).toMatchObject({ written: 1, absorbed: 1 });
    await lab.passes(3);
    expect(await segmentNames(lab)).toMatchObject([{ removedAt: 0, count: 1 }]);
    expect((await lab.list().read()).values).toEqual(["b"]);
  });

  test("never while the listing was incomplete or something couldn't be read", async () => {
    const lab = createLab();
    await appendEach(lab, ["a", "b"]);
    await lab.list().remove((await lab.list().read()).entries[0] ?? "");
    await lab.passes(2);
    lab.pass(2 * RETENTION);
    await appendEach(lab, ["c"]);
    const [batch = ""] = await lab.keys("batch");
    await lab.store.put(batch, { nothing: "known" });
    await lab.passes(2);
    expect((await segmentNames(lab)).every(({ removedAt }) => removedAt > 0)).toBe(true);
    const corrupt = lab.events.filter(({ type }) => type === "unknown-record");
    expect(corrupt).toContainEqual({
      type: "unknown-record",
      list: "guests",
      key: batch,
      reason: "not a batch record",
    });
  });

  test("as far as that can be done: no pass rewrites anything for what another record stands in the way of", async () => {
    const lab = createLab({ segmentBytes: 1_000 });
    const behind = { ...lab.clock, now: () => lab.clock.now() - 45 * MINUTE };
    for (const n of numbers(0, 12)) {
      const gone = await lab.list().append("gone");
      await lab.list().append(`${n} `.padEnd(350, "."));
      await lab.list({ clock: behind }).append(`${n} `.padEnd(350, "-"));
      await lab.list().remove(gone);
      await lab.list().compact();
      lab.pass(2 * GRACE);
    }
    await lab.passes(6);
    lab.pass(1.4 * RETENTION);
    await lab.store.put(batchKey(BASE, `N${"a".repeat(21)}`), { batch: 99 });
    const segments = await lab.keys("segment");
    for (const _ of numbers(0, 10)) {
      expect(await compact(lab)).toMatchObject({ written: 0, deleted: 0 });
      lab.pass(2 * GRACE);
    }
    expect(await lab.keys("segment")).toEqual(segments);
  });
});
