import { expect, test } from "vitest";
import { orderedKeys } from "../src/memory/ordered-keys.ts";
import { seededRandom } from "../src/testing/seeded-random.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

function byBytes(a: string, b: string): number {
  const [left, right] = [bytesOf(a), bytesOf(b)];
  const at = left.findIndex((byte, i) => byte !== right[i]);
  return at === -1 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
}

/** Few letters, so that keys collide and share prefixes. */
function randomKey(random: () => number, letters: readonly string[]): string {
  const length = 1 + Math.floor(random() * 5);
  return Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join("");
}

test.each([
  { kind: "ASCII", letters: [..."ab/-_Z0"] },
  { kind: "any", letters: ["a", "é", "\ud7ff", "\ue000", "\uffff", "😀", "🙈"] },
])(
  "keys of $kind characters are walked as a sorted set would be, from any start",
  ({ letters }) => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed);
      const keys = orderedKeys();
      const model = new Set<string>();
      for (let step = 0; step < 3000; step++) {
        const key = randomKey(random, letters);
        if (random() < 0.3) {
          keys.remove(key);
          model.delete(key);
        } else if (!model.has(key)) {
          keys.add(key);
          model.add(key);
        }
      }

      const start = randomKey(random, letters);
      const walked: string[] = [];
      keys.walk(start, (key) => walked.push(key) > 0);

      const expected = [...model].filter((key) => byBytes(key, start) >= 0).sort(byBytes);
      expect(walked, `seed ${seed}`).toEqual(expected);
    }
  },
);

test("a walk stops where it is told to", () => {
  const keys = orderedKeys();
  for (const key of ["c", "a", "b"]) keys.add(key);
  const walked: string[] = [];

  keys.walk("a", (key) => {
    walked.push(key);
    return key !== "b";
  });

  expect(walked).toEqual(["a", "b"]);
});
