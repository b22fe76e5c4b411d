/** Below 0 where the left one comes first, above 0 where the right one does, 0 where they are the same. */
export type Compare<One> = (left: One, right: One) => number;

/** A stretch of what is being ordered that is in order by itself. */
interface Run {
  next: number;
  end: number;
}

/**
 * What comes nearly in order, in order, and each once. Pages and shards of a listing make a few long runs. Those are
 * taken from by a heap, so that each one is looked at once: in memory they lie far apart.
 */
export function inOrder<One>(all: readonly One[], compare: Compare<One>): readonly One[] {
  const heap = runsOf(all, compare);
  if (heap.length <= 1) return all;
  const compareRuns = (left: Run, right: Run) =>
    compare(all[left.next] as One, all[right.next] as One);
  // What is sorted is a heap.
  heap.sort(compareRuns);
  const ordered: One[] = [];
  for (let [top] = heap; top !== undefined; [top] = heap) {
    const one = all[top.next++] as One;
    if (ordered.length === 0 || compare(ordered.at(-1) as One, one) !== 0) ordered.push(one);
    const last = top.next < top.end ? top : heap.pop();
    if (heap.length > 0) siftDown(heap, last as Run, compareRuns);
  }
  return ordered;
}

function runsOf<One>(all: readonly One[], compare: Compare<One>): Run[] {
  const runs: Run[] = [];
  for (let end = 1, next = 0; end <= all.length; end++) {
    if (end < all.length && compare(all[end - 1] as One, all[end] as One) < 0) continue;
    runs.push({ next, end });
    next = end;
  }
  return runs;
}

/** Puts `run` into a heap whose top is to be replaced. */
function siftDown(heap: Run[], run: Run, compareRuns: Compare<Run>): void {
  let place = 0;
  for (let child = 1; child < heap.length; child = 2 * place + 1) {
    const other = child + 1;
    if (other < heap.length && compareRuns(heap[other] as Run, heap[child] as Run) < 0)
      child = other;
    if (compareRuns(run, heap[child] as Run) <= 0) break;
    heap[place] = heap[child] as Run;
    place = child;
  }
  heap[place] = run;
}
