import { describe, expect, test } from "vitest";
import { exhaust } from "./chooser.ts";
import { MODELS, nameOf } from "./models.ts";
import { tryEverything } from "./small-model.ts";

describe("with every schedule and every staleness tried", () => {
  test.each(MODELS.map((model) => ({ name: nameOf(model), model })))(
    "a reader misses nothing and revives nothing: $name",
    async ({ model }) => {
      const { schedules, broken } = await tryEverything(model);

      expect(broken).toBeUndefined();
      expect(schedules).toBeGreaterThan(100);
    },
    120_000,
  );
});

test("every sequence of choices is made once", async () => {
  const sequences: string[] = [];
  await exhaust(async ({ choose }) => {
    const first = choose(3);
    sequences.push(first === 1 ? `${first}` : `${first}${choose(2)}`);
    return false;
  });

  expect(sequences).toEqual(["00", "01", "1", "20", "21"]);
});
