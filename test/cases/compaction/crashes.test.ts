import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
import {
  appendEach,
  createScene,
  GRACE_BETWEEN,
  numbers,
  type Scene,
  type SceneOptions,
} from "../support/scene.ts";

const ALL = numbers(0, 200);
const WITHOUT_RETRIES: SceneOptions = { lists: { retry: { attempts: 1 } } };

/**
 * Passes that are disturbed: the one that folds, and the one that deletes what the first has
 * folded.
 */
const DISTURBED = [
  { pass: "that folds", before: 0 },
  { pass: "that deletes", before: 1 },
];

describe.each(KINDS)("with $records", (kind) => {
  async function sceneOf(passesBefore: number, options?: SceneOptions): Promise<Scene> {
    const scene = createScene(kind, options);
    await appendEach(scene.cold(), ALL);
    await scene.passes(passesBefore);
    return scene;
  }

  /** Runs a test for the first store call of the pass, the second, and so on to its last. */
  async function forEveryCall(before: number, run: (call: number) => Promise<void>): Promise<void> {
    const { cold, store } = await sceneOf(before);
    store.resetCounts();
    await cold().compact();
    const calls = Object.values(store.counts()).reduce((sum, count) => sum + count, 0);
    expect(calls).toBeGreaterThan(4);
    // The deletes are alike: of many, only some at the start and at the end are struck.
    const struck = numbers(1, calls + 1).filter((call) => call < 12 || call > calls - 6);
    for (const call of struck) await run(call);
  }

  async function expectAllKept({ values, passes, keys }: Scene): Promise<void> {
    for (let pass = 0; pass < 3; pass++) {
      expect(await values()).toEqual(ALL);
      await passes(1);
    }
    expect(await values()).toEqual(ALL);
    expect(keys("batch")).toEqual([]);
  }

  describe.each(DISTURBED)("a pass $pass", ({ before }) => {
    // https://github.com/alexjg/samod/pull/19
    test.each(["fail", "hang"] as const)(
      "may die at any store call (later calls %s): nothing is lost, and others finish its work",
      async (beyond) => {
        await forEveryCall(before, async (call) => {
          const scene = await sceneOf(before);
          const dying = scene.store.invocation({ operations: call - 1, beyond });

          const pass = scene.cold(dying).compact();
          if (beyond === "fail") await pass.catch(() => undefined);
          else await scene.store.clock.idle();

          await expectAllKept(scene);
        });
      },
    );

    // https://github.com/automerge/automerge-repo/pull/672
    test("that meets one failing store call leaves nothing behind that stops the next", async () => {
      await forEveryCall(before, async (call) => {
        const scene = await sceneOf(before, WITHOUT_RETRIES);
        scene.store.faults.fail({ skip: call - 1 }, new Error("once"));
        const list = scene.cold();

        await list.compact().catch(() => undefined);
        for (let pass = 0; pass < 2; pass++) {
          expect((await list.read()).values).toEqual(ALL);
          await list.compact();
          await scene.store.advance(GRACE_BETWEEN);
        }

        await expectAllKept(scene);
      });
    });

    test("whose acknowledgements are all lost has still done its work, once", async () => {
      const scene = await sceneOf(before);
      const fault = scene.store.faults.loseAcknowledgement({
        operation: ["put", "delete"],
        times: Number.POSITIVE_INFINITY,
      });

      await scene
        .cold()
        .compact()
        .catch(() => undefined);
      fault.release();

      await expectAllKept(scene);
      expect(scene.keys("segment").length).toBeLessThanOrEqual(1);
    });
  });
});
