import type { Clock } from "../clock.ts";
import { everyTurn } from "./every-turn.ts";
import { timerQueue } from "./timer-queue.ts";

/** A clock whose time passes only while everybody waits. */
export interface VirtualClock extends Clock {
  /** Resolves when nobody sleeps any more. Never does while something sleeps over and over. */
  idle(): Promise<void>;
  /**
   * The result of `promise`. Rejects when nothing is left that could settle it, instead of hanging
   * for ever.
   */
  run<T>(promise: Promise<T>): Promise<T>;
}

/**
 * A clock for tests: hours pass in microseconds, and the same program sees the same times in the
 * same order each time.
 *
 * Time moves by itself. As long as any promise can still go on it stands still; then it jumps to
 * the moment of the next sleeper and wakes everyone who waits for that moment, in the order they
 * lay down. Code under test therefore takes no time, and only store calls and `sleep` do. This is
 * exact as long as nothing waits for real I/O.
 *
 * @param startMs - What `now()` says at first.
 */
export function virtualClock(startMs: number): VirtualClock {
  const timers = timerQueue();
  let now = startMs;
  let moving = false;
  let whenIdle: (() => void)[] = [];

  function move(): void {
    if (moving) return;
    moving = true;
    everyTurn(step);
  }

  /** Runs in a turn of its own, so every promise that could go on has done so. False at the end. */
  function step(): boolean {
    const moment = timers.next();
    if (moment === undefined) {
      moving = false;
      const waiting = whenIdle;
      whenIdle = [];
      for (const resolve of waiting) resolve();
      return false;
    }
    now = moment;
    while (timers.next() === moment) timers.take()?.fire();
    return true;
  }

  function idle(): Promise<void> {
    return new Promise((resolve) => {
      whenIdle.push(resolve);
      move();
    });
  }

  return {
    now: () => now,
    sleep(ms) {
      return new Promise((resolve) => {
        timers.add({ at: now + Math.max(ms || 0, 0), fire: resolve });
        move();
      });
    },
    idle,
    run(promise) {
      const stuck = idle().then(() =>
        Promise.reject(new Error("stuck: nothing is left that could settle this promise")),
      );
      return Promise.race([promise, stuck]);
    },
  };
}
