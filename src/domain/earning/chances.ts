import { type Calendar, periodContaining } from '../calendar.ts';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { type Activity, type ActivityLimit, LIMIT_PERIODS } from './activity.ts';
import { minutesOf } from './time-required.ts';

/** Plans look a year ahead at most, so that those for all time end too. */
const FURTHEST_MS = 365 * DAY_MS;

/** Nobody wants to be told to do one thing more often. What has a limit may be done as often as that says. */
const MOST_OF_ONE = 10;

/** Until when plans are made at `now` for a period that ends at `end` (epoch milliseconds; Infinity for all time). */
export function planningEnd(now: number, end: number): number {
  return Math.min(end, now + FURTHEST_MS);
}

/** How many whole minutes there are between two moments. */
export function minutesBetween(start: number, end: number): number {
  return Math.floor((end - start) / MINUTE_MS);
}

/** An activity, and how often a plan may ask for it. */
export interface Chances {
  readonly activity: Activity;
  /** How long it takes; `undefined` if nobody knows. */
  readonly minutes: number | undefined;
  /** Where the days, weeks or months of its limit end, ascending. The last one is cut off where plans end. */
  readonly ends: readonly number[];
  /** How often a plan may ask for it by each of these ends, from the beginning on. */
  readonly counts: readonly number[];
  /** How often it could be done in all if a plan might ask for any number; Infinity if nothing keeps it. */
  readonly possible: number;
}

/**
 * How often each activity can be done from `now` until `end` (epoch milliseconds), in the days, weeks and months of the
 * calendar. Limits begin afresh at `now`: what was done before is not known.
 */
export function chancesFor(activities: readonly Activity[], now: number, end: number, calendar: Calendar): readonly Chances[] {
  const known = new Map<ActivityLimit['per'], readonly number[]>();
  const endsOf = (per: ActivityLimit['per']) => {
    const ends = known.get(per) ?? spanEnds(per, now, end, calendar);
    known.set(per, ends);
    return ends;
  };
  return activities.map((activity): Chances => {
    const minutes = minutesOf(activity);
    const { times, per } = activity.limit ?? { times: Infinity, per: 'ever' };
    const ends = endsOf(per);
    const counts = countsBy(ends, times, now, minutes);
    const most = activity.limit === undefined ? MOST_OF_ONE : Infinity;
    return { activity, minutes, ends, counts: counts.map((count) => Math.min(count, most)), possible: counts.at(-1)! };
  });
}

/** How often something that takes so many minutes can be done by each of the ends, at most so many `times` in each. */
function countsBy(ends: readonly number[], times: number, now: number, minutes: number | undefined): readonly number[] {
  if (minutes === undefined) return ends.map((_, i) => times * (i + 1));
  const takesMs = minutes * MINUTE_MS;
  const counts: number[] = [];
  let count = 0;
  let done = now;
  for (const [i, end] of ends.entries()) {
    // It counts when it is done, so what is begun in one day may count in the next.
    const first = Math.max(done + takesMs, ends[i - 1] ?? now);
    const fitting = first > end ? 0 : Math.min(times, Math.floor((end - first) / takesMs) + 1);
    if (fitting > 0) done = first + (fitting - 1) * takesMs;
    count += fitting;
    counts.push(count);
  }
  return counts;
}

function spanEnds(per: ActivityLimit['per'], now: number, end: number, calendar: Calendar): readonly number[] {
  const ends: number[] = [];
  for (let at = now; ends.length === 0 || at < end; at = ends.at(-1)!) {
    ends.push(Math.min(end, periodContaining(LIMIT_PERIODS[per], at, calendar).end));
  }
  return ends;
}

/** How often a plan may ask for it in all. */
export function mostOf({ counts }: Chances): number {
  return counts.at(-1)!;
}

/** How often a plan may ask for it in the days, weeks or months that begin before a moment, which is not after the last end. */
export function countBy({ ends, counts }: Chances, moment: number): number {
  return counts[ends.findIndex((end) => end >= moment)]!;
}

/** When the day, week or month begins before which it cannot be done so often (at most {@link mostOf}); null if that has begun. */
export function earliestFor({ ends, counts }: Chances, times: number): number | null {
  return ends[counts.findIndex((count) => count >= times) - 1] ?? null;
}

/**
 * Before when all activities together, as often as plans may ask for them, do not make the points: the beginning of a day,
 * week or month, null if those that have begun will do. They must make the points in the end.
 */
export function earliestTogether(chances: readonly Chances[], points: number): number | null {
  const gains = chances
    .flatMap(({ activity, ends, counts }) =>
      counts.map((count, i) => ({ from: ends[i - 1] ?? null, points: activity.points * (count - (counts[i - 1] ?? 0)) })),
    )
    .toSorted((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity));
  let made = 0;
  return gains.find((gain) => (made += gain.points) >= points)?.from ?? null;
}
