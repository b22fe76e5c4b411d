import type { Way } from "../contention/ways.ts";
import type { Results } from "../results.ts";
import { figure } from "./figures.ts";
import { GOAL_PER_SECOND, OPERATIONS_OF_A_HISTORY } from "./sections/simulation.ts";

/** A goal, what was measured, and whether that is good enough. */
export interface Goal {
  readonly name: string;
  readonly goal: string;
  readonly measured: string;
  readonly met: boolean;
  /** The part of the document that has more. */
  readonly anchor: string;
}

/** All goals, judged by the worst of what was measured. */
export function judgeGoals(results: Results): readonly Goal[] {
  return [
    ...contentionGoals(results),
    ...flatnessGoals(results),
    ...readingGoals(results),
    amplificationGoal(results),
    endToEndGoal(results),
    simulationGoal(results),
  ];
}

function contentionGoals({ contention: { result } }: Results): Goal[] {
  const { refusing, clobbering, overHttp } = result;
  const most = Math.max(...refusing.map(({ writers }) => writers));
  const at = (way: Way) => refusing.find((row) => row.way === way && row.writers === most);
  const lost = [...refusing, ...clobbering]
    .filter(({ way }) => way === "shardlist")
    .map(({ mostLost }) => mostLost)
    .concat(overHttp.filter(({ way }) => way === "shardlist").map((row) => row.lost));
  const speedUp = (at("shardlist")?.entriesPerSecond ?? 0) / (at("backoff")?.entriesPerSecond ?? 0);
  const p99 = at("shardlist")?.p99Puts ?? Number.NaN;
  return [
    goal(
      "acknowledged appends lost, any number of writers",
      "0",
      Math.max(...lost),
      (n) => n === 0,
      "contention",
    ),
    goal(
      `p99 of an append, ${figure(most)} writers, in plain puts`,
      "≤ 1.1",
      p99,
      (n) => n <= 1.1,
      "contention",
    ),
    goal(
      `entries/s by those of the array with backoff, ${figure(most)} writers`,
      "≥ 500",
      speedUp,
      (n) => n >= 500,
      "contention",
    ),
  ];
}

function flatnessGoals({ flatness: { result } }: Results): Goal[] {
  const { ratio, points } = result;
  const most = figure(points.at(-1)?.entries ?? 0);
  const flat = (what: string, value: number) =>
    goal(
      `${what} of an append, ${most} entries by none`,
      "≤ 1.05",
      value,
      (n) => n <= 1.05,
      "flatness",
    );
  return [
    flat("operations", ratio.operations),
    flat("bytes", ratio.bytes),
    flat("CPU beyond a plain put", ratio.cpu.median),
  ];
}

function readingGoals({ reading: { result } }: Results): Goal[] {
  const worst = (way: string) =>
    Math.max(...result.rows.filter((row) => row.way === way).map(({ parses }) => parses.median));
  return [
    goal(
      "CPU of a compacted read, in JSON.parse, worst length",
      "≤ 1.5",
      worst("compacted"),
      (n) => n <= 1.5,
      "reading",
    ),
    goal(
      "CPU of a loose read, in JSON.parse, worst length",
      "≤ 3",
      worst("loose"),
      (n) => n <= 3,
      "reading",
    ),
  ];
}

function amplificationGoal({ compaction: { result } }: Results): Goal {
  const shares = result.amplification.map((point) => point.amplification / point.goal);
  return goal(
    "write amplification, as a share of log₄(n)",
    "≤ 1",
    Math.max(...shares),
    (n) => n <= 1,
    "compaction",
  );
}

function endToEndGoal(results: Results): Goal {
  const row = results["end-to-end"].result.rows.find(({ way }) => way === "shardlist");
  const share = row?.ofPut.median ?? Number.NaN;
  return goal(
    "requests/s in workerd by those of a bare `KV.put`",
    "≥ 0.9",
    share,
    (n) => n >= 0.9,
    "end-to-end-in-workerd",
  );
}

function simulationGoal({ simulation: { result } }: Results): Goal {
  return goal(
    `simulated histories of ${OPERATIONS_OF_A_HISTORY} operations, each second on one core`,
    `≥ ${figure(GOAL_PER_SECOND)}`,
    result.operationsPerSecond.median / OPERATIONS_OF_A_HISTORY,
    (n) => n >= GOAL_PER_SECOND,
    "simulation",
  );
}

function goal(
  name: string,
  text: string,
  value: number,
  isMet: (value: number) => boolean,
  anchor: string,
): Goal {
  return { name, goal: text, measured: figure(value), met: isMet(value), anchor };
}
