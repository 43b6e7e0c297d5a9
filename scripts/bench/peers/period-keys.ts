import { DAY_MS } from '../../../src/domain/durations.ts';

/** The peer's periods, in the order of its keys. */
export const PERIODS = ['daily', 'weekly', 'monthly', 'all-time'] as const;

/** Display names by username. */
export const NAMES = 'names';

/** The sorted sets for a moment (epoch milliseconds, UTC), one per {@link PERIODS} entry. Weeks begin on Monday. */
export function periodKeys(at: number): [string, string, string, string] {
  const day = new Date(at).toISOString().slice(0, 10);
  // 1 January 1970 was a Thursday.
  const week = Math.floor((at / DAY_MS + 3) / 7);
  return [`daily:${day}`, `weekly:${week}`, `monthly:${day.slice(0, 7)}`, 'all-time'];
}
