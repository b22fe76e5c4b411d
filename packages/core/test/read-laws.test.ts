import { describe, expect, test } from "vitest";
import type { Entry } from "../src/entry.ts";
import { seededRandom } from "../src/testing/seeded-random.ts";
import {
  createLab,
  GRACE_BETWEEN,
  HOUR,
  type Lab,
  MINUTE,
  numbers,
  RETENTION,
  SECOND,
} from "./support/lab.ts";

/** Appends, removals, passes and time, at random; the model is a plain array. */
async function live(lab: Lab, seed: number, steps: number): Promise<readonly Entry[]> {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  let model: Entry[] = [];
  let appended = 0;
  for (let step = 0; step < steps; step++) {
    const list = lab.list<string>();
    const kind = below(10);
    if (kind < 4) {
      const values = numbers(0, 1 + below(4)).map(() => `value ${appended++}`);
      model.push(...((await list.appendAll(values)) as Entry[]));
    } else if (kind < 5) {
      const expiresAt = lab.clock.now() + below(2 * HOUR);
      model.push((await list.append(`value ${appended++}`, { expiresAt })) as Entry);
    } else if (kind < 7) {
      const removed = new Set(model.filter(() => below(5) === 0).map(({ id }) => id));
      await list.remove(removed);
      model = model.filter(({ id }) => !removed.has(id));
    } else if (kind < 9) {
      await list.compact(below(3) === 0 ? { maxOperations: 6 + below(20) } : {});
    }
    lab.pass([SECOND, MINUTE, GRACE_BETWEEN, RETENTION][below(4)] ?? 0);
  }
  return model;
}

function shown(model: readonly Entry[], now: number): readonly string[] {
  return model
    .filter(({ expiresAt = Number.POSITIVE_INFINITY }) => expiresAt > now)
    .map(({ id }) => id);
}

describe.each([
  { records: "that come with the listing", limits: { pageSize: 7, segmentBytes: 400 } },
  {
    records: "apart from it",
    limits: { pageSize: 7, segmentBytes: 400, inlineBytes: 0, bulkGetKeys: 3 },
  },
  { records: "in large segments", limits: { inlineBytes: 0 } },
])("with records $records, whatever happened to a list,", ({ limits }) => {
  test.each(numbers(0, 6))("all ways to read it show the same (seed %i)", async (seed) => {
    const lab = createLab(limits);
    const model = await live(lab, seed, 40);
    const expected = shown(model, lab.clock.now());

    const list = lab.list();
    expect((await list.read()).entries.map(({ id }) => id)).toEqual(expected);
    const iterated: string[] = [];
    for await (const { id } of lab.list()) iterated.push(id);
    expect(iterated).toEqual(expected);
    for (const count of [1, 3, 1_000]) {
      const latest = await lab.list().latest(count);
      expect(latest.map(({ id }) => id)).toEqual(expected.slice(-count).reverse());
    }
  });

  test.each(numbers(0, 4))("passes bring it to rest and change no read (seed %i)", async (seed) => {
    const lab = createLab(limits);
    const model = await live(lab, 100 + seed, 40);
    for (let pass = 0; pass < 40; pass++) {
      const report = await lab.list().compact();
      expect((await lab.list().read()).entries.map(({ id }) => id)).toEqual(
        shown(model, lab.clock.now()),
      );
      lab.pass(GRACE_BETWEEN);
      if (pass > 3 && report.remaining === 0 && report.written === 0) break;
      expect(pass).toBeLessThan(39);
    }
    expect(await lab.keys("batch")).toEqual([]);
    expect(await lab.keys("tombstone")).toEqual([]);
    expect(await lab.list().verify()).toMatchObject({ ok: true, problems: [] });
    const idle = await lab.callsOf(() => lab.list().compact());
    expect(idle.filter((call) => /^(put|delete)/.test(call))).toEqual([]);
  });
});
