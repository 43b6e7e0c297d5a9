// What the `at` of a question means to the boards.
import { timeText, type When, whenText } from '../../contract/when.ts';
import { periodContaining, type PeriodKind } from '../../domain/calendar.ts';
import type { AsOf } from '../boards/orders/asked-orders.ts';
import { Problem } from '../http/problem.ts';
import type { BoardSettings } from '../store/stored-values.ts';
import { momentOf } from './board-days.ts';

/**
 * What is meant by an `at` at `now` (epoch milliseconds): now, a day by some moment of it, or a moment.
 * @throws {Problem} bad-request for a day that the board's zone skipped; not-found for what is still to come.
 */
export function asOfAsked(at: When, { calendar }: BoardSettings, now: number): AsOf {
  if (at.kind === 'now') return now;
  const moment = at.kind === 'moment' ? at.moment : momentOf(at.day, calendar);
  if ((at.kind === 'moment' ? moment : periodContaining('daily', moment, calendar).start) > now) {
    throw new Problem('not-found', `${whenText(at)} is in the future.`, [{ field: 'at', rule: 'must not be in the future' }]);
  }
  return at.kind === 'moment' ? { moment } : Math.min(moment, now);
}

/** Some time of the period that is meant, epoch milliseconds. */
export function timeOf(asOf: AsOf): number {
  return typeof asOf === 'number' ? asOf : asOf.moment;
}

/** Equal for two times that mean the same standings of a kind, as long as nothing changes. */
export function asOfKey(asOf: AsOf, kind: PeriodKind, { calendar }: BoardSettings): object {
  const { start } = periodContaining(kind, timeOf(asOf), calendar);
  return [start, typeof asOf === 'number' ? null : asOf.moment];
}

/** The moment something is told as of, in ISO 8601; null if it is told as the period stands or ended. */
export function momentAnswer(asOf: AsOf): string | null {
  return typeof asOf === 'number' ? null : timeText(asOf.moment);
}
