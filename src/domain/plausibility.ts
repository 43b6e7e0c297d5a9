import { ADDS_UP, type Direction, type ScoringRule } from './scoring.ts';

/** How many earlier days with points a player needs before the history limit applies to a day. */
export const DAYS_OF_HISTORY = 3;

/** The longest allowed play: a longer one cannot be finished. */
export const LONGEST_PLAY_SECONDS = 6 * 3600;

/** The limits of what a board accepts without review; null for no limit. */
export interface Limits {
  /** The best value of one event: the most points or, if low comes first, the fewest. */
  readonly event: number | null;
  /** Most points of a player in a UTC hour. */
  readonly hour: number | null;
  /** Most points of a player in a day of the board's calendar. */
  readonly day: number | null;
  /** Most points of a player in a day, as a multiple of their best earlier day. */
  readonly history: number | null;
}

/** The limits of plays that a board accepts without review, besides {@link Limits}; null for no limit. */
export interface PlayLimits {
  /** Fewest seconds of a play. */
  readonly seconds: number | null;
  /** Most points per second of a play. */
  readonly rate: number | null;
  /** Most plays of a player in a UTC hour, and in a day of the board. */
  readonly hour: number | null;
  readonly day: number | null;
}

/** How long a play took by the server's clock, and how many its player had finished before in the hour and on the day of its end. */
export interface PlayPace {
  readonly seconds: number;
  readonly hour: number;
  readonly day: number;
}

/** The limit that an event exceeds, its value, and the limit (a minimum if low comes first). */
export interface Excess<Rule = keyof Limits> {
  readonly rule: Rule;
  readonly value: number;
  readonly limit: number;
}

/** A player's sums without the event, in the hour and on the day of its own time. */
export interface Pace {
  readonly hour: number;
  readonly day: number;
  /** The most points on an earlier day, and how many earlier days have points. */
  readonly best: number;
  readonly days: number;
}

/** Whether points add up to a better total, so that they can be limited over time. */
export function limitsOverTime({ scoring, direction }: { readonly scoring: ScoringRule; readonly direction: Direction }): boolean {
  return ADDS_UP[scoring] && direction === 'high';
}

/**
 * The first limit that an event exceeds, in the order event, hour, day, history; `undefined` if none. Events without a gain exceed no limit
 * over time, and no day is compared with fewer than {@link DAYS_OF_HISTORY} earlier ones.
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

/** The first limit that a play exceeds, in the order seconds, rate, hour, day; `undefined` if none. */
export function exceededByPlay(limits: PlayLimits, pace: PlayPace, points: number): Excess<keyof PlayLimits> | undefined {
  const { seconds, rate, hour, day } = limits;
  if (seconds !== null && pace.seconds < seconds) return { rule: 'seconds', value: pace.seconds, limit: seconds };
  if (rate !== null && points > rate * pace.seconds) return { rule: 'rate', value: points / pace.seconds, limit: rate };
  if (hour !== null && pace.hour >= hour) return { rule: 'hour', value: pace.hour + 1, limit: hour };
  if (day !== null && pace.day >= day) return { rule: 'day', value: pace.day + 1, limit: day };
  return undefined;
}

/** The best of some days' points, and how many days have any. */
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
