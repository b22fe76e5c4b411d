/** Local KV takes a put each millisecond; thousands at once make it slower still. */
const AT_ONCE = 50;

/** Does `work` for 0 to `count - 1`, some of them at a time. */
export async function inTurns(
  count: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
