import type { Draw } from "./draw.ts";
import { MINUTE, type Profile, SECOND } from "./profiles.ts";
import type { ListTimes } from "./script.ts";

/** Much longer than any history takes. */
const LONG_RETENTION_MS = 30 * 24 * 60 * MINUTE;
/** Removed ids are forgotten somewhat later than the retention says; a list must be left alone for longer than this. */
const RETENTIONS_APART = 1.3;

/** When the actors of a history are at work. */
export interface Timetable {
  readonly spanMs: number;
  /** Moments at which many of them act at once. */
  readonly busy: readonly number[];
  /** Part of the actions that fall near such a moment. */
  readonly busyShare: number;
}

export function drawListTimes(draw: Draw, profile: Profile): ListTimes {
  const graceMs = draw.pick([2, 3, 10]) * MINUTE;
  const passMs = draw.pick([30 * SECOND, 2 * MINUTE, 5 * MINUTE]);
  const shortMs = Math.max(graceMs, passMs) + draw.below(2 * MINUTE);
  return {
    stalenessMs: MINUTE,
    graceMs,
    passMs,
    retentionMs: profile.forgetful ? shortMs : LONG_RETENTION_MS,
    retry: { attempts: draw.pick([3, 5]), baseMs: 50, maxMs: 5000 },
  };
}

export function drawTimetable(draw: Draw, profile: Profile, lists: ListTimes): Timetable {
  const count = draw.between(3, 8);
  if (profile.forgetful && draw.chance(0.7)) {
    const apartMs = RETENTIONS_APART * lists.retentionMs + lists.graceMs;
    const busy = Array.from({ length: count }, (_, index) => Math.floor(index * apartMs));
    return { spanMs: count * apartMs, busy, busyShare: 1 };
  }
  const spanMs = draw.between(2, 12) * lists.graceMs;
  return {
    spanMs,
    busy: Array.from({ length: count }, () => draw.below(spanMs)),
    busyShare: 0.75,
  };
}

/** The moments at which one actor acts, in ms from the start, in their order. */
export function drawMoments(
  draw: Draw,
  { spanMs, busy, busyShare }: Timetable,
  { stalenessMs }: ListTimes,
  count: number,
): number[] {
  const moments = Array.from({ length: count }, () => {
    if (!draw.chance(busyShare)) return draw.below(Math.floor(spanMs));
    return draw.pick(busy) + draw.below(draw.pick([1, 100, SECOND, stalenessMs]));
  });
  return moments.sort((left, right) => left - right);
}
