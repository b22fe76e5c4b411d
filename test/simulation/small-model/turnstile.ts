import type { Chooser } from "./chooser.ts";

/** Holds back the reader's store calls, so that the chooser decides between which writes of others each is made. */
export interface Turnstile {
  /** Asked by the reader before each call. */
  hold(): Promise<void>;
  /** Asked by the others before each write: lets none, one or several of the reader's next calls through. */
  letSomeThrough(): Promise<void>;
  /** Lets the reader go on to its end. */
  letAllThrough(reading: Promise<void>): Promise<void>;
}

export function turnstile(chooser: Chooser): Turnstile {
  let waiting: (() => void) | undefined;
  let isOpen = false;

  return {
    hold() {
      if (isOpen) return Promise.resolve();
      return new Promise((resolve) => {
        waiting = resolve;
      });
    },
    async letSomeThrough() {
      await quiet();
      while (waiting !== undefined && chooser.choose(2) === 1) {
        const go = waiting;
        waiting = undefined;
        go();
        await quiet();
      }
    },
    async letAllThrough(reading) {
      await quiet();
      isOpen = true;
      waiting?.();
      await reading;
    },
  };
}

/** Resolves when every promise that can go on has done so. */
function quiet(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
