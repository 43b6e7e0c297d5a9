import { ADDS_UP, type Direction, type ScoringRule } from './scoring.ts';

/** How many days somebody must have won points on before a day is compared with them. */
export const DAYS_OF_HISTORY = 3;

/** What a board takes without a look; null where there is no limit. */
export interface Limits {
  /** The best that one event may be: the most points or, where low comes first, the fewest. */
  readonly event: number | null;
  /** The most points of a player in an hour that starts on the hour, in UTC. */
  readonly hour: number | null;
  /** The most points of a player in a day of the board. */
  readonly day: number | null;
  /** How many times the best day that a player had before a day may be. */
  readonly history: number | null;
}

/** Which limit an event exceeds, what it comes to, and the most (where low comes first the least) that it may. */
export interface Excess {
  readonly rule: keyof Limits;
  readonly value: number;
  readonly limit: number;
}

/** What a player has without the event, in the hour and on the day of its own time. */
export interface Pace {
  readonly hour: number;
  readonly day: number;
  /** The most points on one of the days before, and on how many of these there were any. */
  readonly best: number;
  readonly days: number;
}

/** Whether what a player wins adds up to more, so that it can be limited over time. */
export function limitsOverTime({ scoring, direction }: { readonly scoring: ScoringRule; readonly direction: Direction }): boolean {
  return ADDS_UP[scoring] && direction === 'high';
}

/**
 * The first limit that an event exceeds, `undefined` if none: of the event itself, the hour, the day, the history. What takes
 * points away, or leaves them as they are, exceeds none over time. Nobody's day is compared with fewer than
 * {@link DAYS_OF_HISTORY} days before.
 */
export function exceeded(limits: Limits, direction: Direction, pace: Pace, points: number): Excess | undefined {
  const { event, hour, day, history } = limits;
  if (event !== null && (direction === 'high' ? points > event : points < event)) return { rule: 'event', value: points, limit: event };
  if (points <= 0) return undefined;
  if (hour !== null && pace.hour + points > hour) return { rule: 'hour', value: pace.hour + points, limit: hour };
  if (day !== null && pace.day + points > day) return { rule: 'day', value: pace.day + points, limit: day };
  if (history === null || pace.days < DAYS_OF_HISTORY || pace.day + points <= history * pace.best) return undefined;
  return { rule: 'history', value: pace.day + points, limit: history * pace.best };
}

/** The best of some days' points, and how many of them have any. */
export function bestDay(days: Iterable<number>): Pick<Pace, 'best' | 'days'> {
  let best = 0;
  let count = 0;
  for (const points of days) {
    if (points <= 0) continue;
    best = Math.max(best, points);
    count += 1;
  }
  return { best, days: count };
}
