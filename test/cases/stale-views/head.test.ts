import type { JsonValue } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { KINDS } from "../support/kinds.ts";
import { appendEach, createScene, GRACE_BETWEEN, numbers, type Scene } from "../support/scene.ts";

const HEAD = "sl1/guests/h";

/** What may become of the head. */
const SPOILED: readonly {
  how: string;
  spoil: (head: string, older: string) => string | undefined;
}[] = [
  { how: "deleted", spoil: () => undefined },
  { how: "emptied", spoil: () => "" },
  { how: "replaced by {}", spoil: () => "{}" },
  { how: "replaced by null", spoil: () => "null" },
  { how: "replaced by an array", spoil: () => "[1,2,3]" },
  { how: "cut in half", spoil: (head) => head.slice(0, head.length / 2) },
  {
    how: "cut short inside its JSON",
    spoil: (head) => head.replace(/"seen":\[\[.*?\],?/, '"seen":['),
  },
  { how: "set to an older value, whose segments are gone", spoil: (_, older) => older },
  { how: "of a newer version", spoil: (head) => head.replace('"head":1', '"head":2') },
];

/** A list in one segment, and one whose segments are small. */
const SIZES = [
  { segments: "one segment", segmentBytes: 4_000_000 },
  { segments: "many segments", segmentBytes: 1_500 },
];

// https://github.com/AntTheLimey/gm-apprentice/pull/109
describe.each(KINDS)("with $records", (kind) => {
  describe.each(SIZES)("in $segments", ({ segmentBytes }) => {
    /** A list that has been through much, with something to fold and something to delete. */
    async function history(): Promise<{
      readonly scene: Scene;
      readonly older: string;
      readonly states: JsonValue[][];
    }> {
      const scene = createScene(kind, { store: { limits: { segmentBytes }, log: true } });
      const states: JsonValue[][] = [];
      let older = "";
      for (let round = 0; round < 6; round++) {
        await appendEach(scene.cold(), numbers(round * 30, round * 30 + 30));
        await scene.cold().remove((await scene.cold().read()).entries.slice(-2));
        states.push([...(await scene.values())]);
        if (round < 5) await scene.passes(1);
        if (round === 1) older = scene.store.contents.text(HEAD) ?? "";
      }
      return { scene, older, states };
    }

    async function deletesOfPass({ store, cold }: Scene): Promise<readonly string[]> {
      const before = store.calls.length;
      await cold().compact();
      const calls = store.calls.slice(before).filter(({ operation }) => operation === "delete");
      return calls.flatMap(({ keys }) => keys);
    }

    test.each(SPOILED)(
      "a head that is $how changes no read and deletes no more",
      async ({ spoil }) => {
        const { scene: untouched } = await history();
        const allowed = await deletesOfPass(untouched);
        const { scene, older, states } = await history();
        const { contents, advance } = scene.store;
        const expected = states.at(-1);
        expect(older).not.toBe("");
        contents.write(HEAD, spoil(contents.text(HEAD) ?? "", older));

        expect(await scene.values()).toEqual(expected);
        const { values } = await scene.cold().read({ freshness: "consolidated" });
        expect(states).toContainEqual(values);

        const deleted = await deletesOfPass(scene);
        expect(deleted.filter((key) => !allowed.includes(key))).toEqual([]);
        for (let pass = 0; pass < 3; pass++) {
          expect(await scene.values()).toEqual(expected);
          await scene.cold().compact();
          await advance(GRACE_BETWEEN);
        }
        expect((await scene.cold().read({ freshness: "consolidated" })).values).toEqual(expected);
        expect(scene.keys("batch")).toEqual([]);
      },
    );
  });
});
