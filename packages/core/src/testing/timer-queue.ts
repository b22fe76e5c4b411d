/** A thing to do at a moment of virtual time. */
export interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/** Timers in the order of their moments; equal moments in the order they were added. */
export interface TimerQueue {
  add(timer: Timer): void;
  /** The moment of the first timer, or undefined when there is none. */
  next(): number | undefined;
  /** Takes the first timer out. */
  take(): Timer | undefined;
}

/** A binary heap. */
export function timerQueue(): TimerQueue {
  const heap: Ranked[] = [];
  let added = 0;

  function swap(i: number, j: number): void {
    const held = heap[i] as Ranked;
    heap[i] = heap[j] as Ranked;
    heap[j] = held;
  }

  function goesFirst(i: number, j: number): boolean {
    const a = heap[i];
    const b = heap[j];
    if (a === undefined || b === undefined) return false;
    return a.timer.at < b.timer.at || (a.timer.at === b.timer.at && a.rank < b.rank);
  }

  function rise(from: number): void {
    for (let i = from; i > 0; ) {
      const parent = (i - 1) >> 1;
      if (!goesFirst(i, parent)) return;
      swap(i, parent);
      i = parent;
    }
  }

  function sink(): void {
    for (let i = 0; ; ) {
      const left = 2 * i + 1;
      const child = goesFirst(left + 1, left) ? left + 1 : left;
      if (!goesFirst(child, i)) return;
      swap(i, child);
      i = child;
    }
  }

  return {
    add(timer) {
      heap.push({ timer, rank: added++ });
      rise(heap.length - 1);
    },
    next: () => heap[0]?.timer.at,
    take() {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined || first === last) return first?.timer;
      heap[0] = last;
      sink();
      return first.timer;
    },
  };
}

interface Ranked {
  readonly timer: Timer;
  readonly rank: number;
}
