/** Makes every choice of a run; over many runs, every sequence of choices once. */
export interface Chooser {
  /** A whole number from 0 up to, but not including, `count`. */
  choose(count: number): number;
}

/**
 * Runs `run` once for each sequence of choices that it can make: depth first, the last choice that has an untried
 * answer changes next. The run must make the same choices where the earlier answers were the same. Ends early where
 * `run` answers true. Answers the number of runs.
 */
export async function exhaust(run: (chooser: Chooser) => Promise<boolean>): Promise<number> {
  const path: { answer: number; readonly count: number }[] = [];
  for (let runs = 1; ; runs++) {
    let depth = 0;
    const isEnd = await run({
      choose(count) {
        const place = depth++;
        path[place] ??= { answer: 0, count };
        const made = path[place];
        if (made.count !== count) throw new Error("the run made other choices than before");
        return made.answer;
      },
    });
    if (isEnd) return runs;
    path.length = Math.min(path.length, depth);
    while (path.length > 0) {
      const last = path.at(-1);
      if (last !== undefined && ++last.answer < last.count) break;
      path.pop();
    }
    if (path.length === 0) return runs;
  }
}
