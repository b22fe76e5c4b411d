import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A virtual clock of a runtime that lacks these globals. */
async function clockWithout(...globals: string[]) {
  for (const name of globals) vi.stubGlobal(name, undefined);
  vi.resetModules();
  const { virtualClock } = await import("../src/testing/virtual-clock.ts");
  return virtualClock(0);
}

const RUNTIMES = [
  { runtime: "Node", lacks: [] },
  { runtime: "a browser", lacks: ["setImmediate"] },
  { runtime: "a Fastly service", lacks: ["setImmediate", "MessageChannel"] },
];

test.each(RUNTIMES)(
  "in $runtime, time stands still until every promise has gone on",
  async ({ lacks }) => {
    const clock = await clockWithout(...lacks);
    const order: string[] = [];
    const slept = clock.sleep(1000).then(() => order.push(`woken at ${clock.now()}`));

    for (let i = 0; i < 500; i++) await null;
    order.push(`still working at ${clock.now()}`);
    await slept;

    expect(order).toEqual(["still working at 0", "woken at 1000"]);
  },
);

test.each(RUNTIMES)("in $runtime, promises go on between any two moments", async ({ lacks }) => {
  const clock = await clockWithout(...lacks);
  const late: string[] = [];

  async function wakeAt(moment: number): Promise<void> {
    await clock.sleep(moment);
    for (let i = 0; i < 50; i++) await null;
    if (clock.now() !== moment) late.push(`${moment} at ${clock.now()}`);
  }
  await Promise.all(Array.from({ length: 100 }, (_, moment) => wakeAt(moment)));

  expect(late).toEqual([]);
});

test("fake timers of a test don't stop virtual time", async () => {
  const { virtualClock } = await import("../src/testing/virtual-clock.ts");
  vi.useFakeTimers();

  const clock = virtualClock(0);
  await clock.sleep(1000);

  vi.useRealTimers();
  expect(clock.now()).toBe(1000);
});
