import { SingleBar } from "cli-progress";

/** Where there is no terminal, a line this often. */
const LINE_EVERY_MS = 5000;

/** Shows how far `work` has got: a bar on a terminal, a line now and then elsewhere. */
export async function withProgress<T>(
  title: string,
  total: number,
  work: (onProgress: (done: number) => void) => Promise<T>,
): Promise<T> {
  const bar = new SingleBar({
    format: `  ${title.padEnd(32)} {bar} {value}/{total} requests`,
    barsize: 24,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    hideCursor: true,
    stream: process.stdout,
    noTTYOutput: true,
    notTTYSchedule: LINE_EVERY_MS,
  });
  bar.start(total, 0);
  try {
    return await work((done) => bar.update(done));
  } finally {
    bar.stop();
  }
}
