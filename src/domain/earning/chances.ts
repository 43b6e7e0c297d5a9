import { type Calendar, periodContaining } from '../calendar.ts';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { type Activity, type ActivityLimit, LIMIT_PERIODS, minutesOf } from './activity.ts';

/** Plans look at most a year ahead, since all time has no end. */
const FURTHEST_MS = 365 * DAY_MS;

/** The end of plans made at `now` for a period that ends at `end` (epoch milliseconds; Infinity for all time). */
export function planningEnd(now: number, end: number): number {
  return Math.min(end, now + FURTHEST_MS);
}

/** Whole minutes between two moments. */
export function minutesBetween(start: number, end: number): number {
  return Math.floor((end - start) / MINUTE_MS);
}

/** An activity, and how often it can be done. */
export interface Chances {
  readonly activity: Activity;
  /** Duration; `undefined` if unknown. */
  readonly minutes: number | undefined;
  /** Infinity if neither a limit nor time bounds it. */
  readonly possible: number;
}

/**
 * How often each activity can be done from `now` until `end` (epoch milliseconds), in the days, weeks and months of the calendar. `done`:
 * how often it has already counted in the day, week or month of its limit that contains `now`, or ever.
 */
export function chancesFor(
  activities: readonly Activity[],
  now: number,
  end: number,
  calendar: Calendar,
  done: (activity: Activity) => number = () => 0,
): readonly Chances[] {
  const known = new Map<ActivityLimit['per'], readonly number[]>();
  const endsOf = (per: ActivityLimit['per']) => {
    const ends = known.get(per) ?? spanEnds(per, now, end, calendar);
    known.set(per, ends);
    return ends;
  };
  return activities.map((activity): Chances => {
    const minutes = minutesOf(activity);
    const { times, per } = activity.limit ?? { times: Infinity, per: 'ever' };
    return { activity, minutes, possible: countIn(endsOf(per), times, Math.min(times, done(activity)), now, minutes) };
  });
}

/** How often an activity of this duration can be done, at most `times` before each end, with `done` of the first already used. */
function countIn(ends: readonly number[], times: number, done: number, now: number, minutes: number | undefined): number {
  if (minutes === undefined) return times * ends.length - done;
  const takesMs = minutes * MINUTE_MS;
  let count = 0;
  let free = now;
  for (const [i, end] of ends.entries()) {
    // It counts on completion, so an activity started on one day may count on the next.
    const first = Math.max(free + takesMs, ends[i - 1] ?? now);
    const fitting = first > end ? 0 : Math.min(i === 0 ? times - done : times, Math.floor((end - first) / takesMs) + 1);
    if (fitting > 0) free = first + (fitting - 1) * takesMs;
    count += fitting;
  }
  return count;
}

/** The ends of a limit's days, weeks or months, ascending; the last is cut off at `end`. */
function spanEnds(per: ActivityLimit['per'], now: number, end: number, calendar: Calendar): readonly number[] {
  const ends: number[] = [];
  for (let at = now; ends.length === 0 || at < end; at = ends.at(-1)!) {
    ends.push(Math.min(end, periodContaining(LIMIT_PERIODS[per], at, calendar).end));
  }
  return ends;
}
