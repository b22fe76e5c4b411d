import { expect, test } from "vitest";
import { seededRandom } from "../src/testing/seeded-random.ts";
import { virtualClock } from "../src/testing/virtual-clock.ts";

test("a year of sleep takes no time", async () => {
  const clock = virtualClock(0);
  const year = 365 * 24 * 60 * 60 * 1000;

  await clock.sleep(year);

  expect(clock.now()).toBe(year);
});

test("sleepers wake in the order of their moments, and at the same moment in the order they lay down", async () => {
  const clock = virtualClock(0);
  const woken: string[] = [];
  const sleeper = async (name: string, ms: number) => {
    await clock.sleep(ms);
    woken.push(`${name} at ${clock.now()}`);
  };

  await Promise.all([
    sleeper("late", 20),
    sleeper("first", 10),
    sleeper("second", 10),
    sleeper("early", 5),
  ]);

  expect(woken).toEqual(["early at 5", "first at 10", "second at 10", "late at 20"]);
});

test("time stands still while any promise can still go on", async () => {
  const clock = virtualClock(0);
  let awake = false;
  void clock.sleep(1).then(() => {
    awake = true;
  });

  for (let i = 0; i < 10_000; i++) await null;

  expect({ awake, now: clock.now() }).toEqual({ awake: false, now: 0 });
});

test("a thousand sleepers of random length wake in order", async () => {
  const random = seededRandom(1);
  const clock = virtualClock(0);
  const woken: number[] = [];

  await Promise.all(
    Array.from({ length: 1000 }, async () => {
      await clock.sleep(Math.floor(random() * 100));
      woken.push(clock.now());
      await clock.sleep(Math.floor(random() * 100));
      woken.push(clock.now());
    }),
  );

  expect(woken).toEqual([...woken].sort((a, b) => a - b));
});

test("a sleep of nothing, of less or of NaN takes no virtual time", async () => {
  const clock = virtualClock(7);

  await clock.sleep(0);
  await clock.sleep(-5);
  await clock.sleep(Number.NaN);

  expect(clock.now()).toBe(7);
});

test("waiting for a promise that nothing can settle is an error, not a hang", async () => {
  const clock = virtualClock(0);

  await expect(clock.run(new Promise(() => {}))).rejects.toThrow("stuck");
  await expect(clock.run(clock.sleep(1000).then(() => "done"))).resolves.toBe("done");
});
