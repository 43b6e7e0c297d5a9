import { type Calendar, periodContaining } from './calendar.ts';
import { HOUR_MS } from './durations.ts';
import { limitsOverTime, LONGEST_PLAY_SECONDS, type Limits, type PlayLimits } from './plausibility.ts';
import type { Direction, ScoringRule } from './scoring.ts';

/** The rules and circumstances to which the limits apply. */
export interface Played {
  readonly scoring: ScoringRule;
  readonly direction: Direction;
  /** How many days of the board a clock hour may touch; see {@link daysInHour}. */
  readonly days: 1 | 2;
  /** How many plays all public keys of the board may finish in a clock hour, combined. */
  readonly plays: number;
}

/** The most that cheaters with public keys can reach without being held. */
export interface CheatingBudget {
  /**
   * `gain`: points in a clock hour (UTC), if points add up. `best`: the best result of one play: the most points or, if low comes first,
   * the fewest.
   */
  readonly kind: 'gain' | 'best';
  /** For one player; null if no limit bounds it. */
  readonly player: number | null;
  /** For all players of the public keys, with as many guests as it takes; null if no limit bounds it. */
  readonly everybody: number | null;
  /** The limit to set first if none bounds it. */
  readonly missing: 'hour' | 'event' | undefined;
}

/**
 * The most that a cheater who knows all limits can gain by plays that all pass `exceeded` and `exceededByPlay`. Some sequence of plays
 * reaches it.
 *
 * The bound holds per clock hour of the events' own time: within one, the player's highest total so far rises by at most this much. Any 60
 * minutes touch at most two clock hours, so in them it rises by at most twice as much. Neither the fewest seconds of a play nor `history`
 * bounds anything: plays may overlap, and a new guest has no history.
 */
export function cheatingBudget(limits: Limits, play: PlayLimits | undefined, { scoring, direction, days, plays }: Played): CheatingBudget {
  if (direction === 'low') return budgetOf('best', limits.event, limits.event);
  const { event, hour, day } = orInfinite(limits);
  const { rate, hour: mostInHour, day: mostInDay } = orInfinite(play ?? NO_PLAY_LIMITS);
  const most = Math.min(event, Math.floor(rate * LONGEST_PLAY_SECONDS));
  if (!limitsOverTime({ scoring, direction })) return budgetOf('best', finite(most), finite(most));
  const ofPlay = Math.max(0, Math.min(most, hour, day));
  /** The most points on one day with `count` plays. */
  const inDay = (count: number) => (count === 0 || ofPlay === 0 ? 0 : Math.min(day, count * ofPlay));
  const count = Math.min(mostInHour, days * mostInDay, plays);
  // A second day is worth most if the plays are split evenly.
  const ofPlayer = days === 1 ? inDay(count) : inDay(Math.ceil(count / 2)) + inDay(Math.floor(count / 2));
  const everybody = ofPlay === 0 ? 0 : plays * ofPlay;
  return budgetOf('gain', finite(Math.min(hour, ofPlayer)), finite(everybody));
}

/** How many days of the board a clock hour (UTC) touches around `at` (epoch milliseconds): two in zones such as Asia/Kolkata. */
export function daysInHour(calendar: Calendar, at: number): 1 | 2 {
  const { start, end } = periodContaining('daily', at, calendar);
  return start % HOUR_MS === 0 && end % HOUR_MS === 0 ? 1 : 2;
}

const NO_PLAY_LIMITS: PlayLimits = { seconds: null, rate: null, hour: null, day: null };

function budgetOf(kind: CheatingBudget['kind'], player: number | null, everybody: number | null): CheatingBudget {
  return { kind, player, everybody, missing: player !== null ? undefined : kind === 'gain' ? 'hour' : 'event' };
}

function orInfinite<Some extends object>(limits: Some): { readonly [Rule in keyof Some]: number } {
  return Object.fromEntries(Object.entries(limits).map(([rule, limit]) => [rule, typeof limit === 'number' ? limit : Infinity])) as never;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
