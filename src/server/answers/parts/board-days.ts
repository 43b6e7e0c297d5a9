// Questions about a board, and days and moments on its calendar.
import { DEFAULT_BOARD, type PeriodQuestion } from '../../../contract/live-source.ts';
import { timeText, whenText } from '../../../contract/moment-text.ts';
import type { When } from '../../../contract/when.ts';
import { type Calendar, periodContaining, type PeriodKind, type PeriodSpan } from '../../../domain/calendar.ts';
import { HOUR_MS } from '../../../domain/durations.ts';
import type { AsOf } from '../../boards/orders/board-reading.ts';
import type { ReadBoards } from '../../boards/public-boards.ts';
import { Problem } from '../../http/problem.ts';
import type { BoardSettings } from '../../store/stored-values.ts';

const NOON_ATTEMPTS = [0, -6, 6, -12, 12];

/** A moment (epoch milliseconds) within a day of the board. @throws {Problem} bad-request for a day skipped in its zone. */
function momentOf(day: string, calendar: Calendar, field = 'at'): number {
  const noon = Date.parse(`${day}T12:00:00Z`);
  const hours = NOON_ATTEMPTS.find((offset) => dayOf(noon + offset * HOUR_MS, calendar) === day);
  if (hours === undefined) {
    throw new Problem('bad-request', `The day ${day} does not exist in the time zone ${calendar.timeZone}.`, [
      { field, rule: "must be a day that exists in the board's time zone, in the years 0001 to 9999" },
    ]);
  }
  return noon + hours * HOUR_MS;
}

/** Noon of the first day with a four-digit year. Earlier moments count as that day. */
const FIRST = Date.parse('0001-01-01T12:00Z');

/** The board's day of `at` (epoch milliseconds), as YYYY-MM-DD. */
export function dayOf(at: number, calendar: Calendar): string {
  return daysIn(calendar.timeZone).format(Math.max(at, FIRST)).padStart('YYYY-MM-DD'.length, '0');
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A cached date format for a zone, because creating one costs more than a hundred uses. */
function daysIn(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format;
}

/** Resolves an `at` at `now` (epoch milliseconds). @throws {Problem} bad-request for a day skipped in the zone; not-found for the future. */
export function asOfAsked(at: When, { calendar }: BoardSettings, now: number): AsOf {
  if (at.kind === 'now') return now;
  const moment = at.kind === 'moment' ? at.moment : momentOf(at.day, calendar);
  if ((at.kind === 'moment' ? moment : periodContaining('daily', moment, calendar).start) > now) {
    throw new Problem('not-found', `${whenText(at)} is in the future.`, [{ field: 'at', rule: 'must not be in the future' }]);
  }
  return at.kind === 'moment' ? { moment } : Math.min(moment, now);
}

/** The period that contains a day. @throws {Problem} as {@link momentOf}. */
export function periodOfDay(kind: PeriodKind, day: string, calendar: Calendar, field: string): PeriodSpan {
  return periodContaining(kind, momentOf(day, calendar, field), calendar);
}

/** A time range in epoch milliseconds: `until` is included for a day, excluded for a moment. @throws {Problem} as {@link momentOf}. */
export function timeBetween(from: When | undefined, until: When | undefined, calendar: Calendar) {
  const edge = (when: When | undefined, field: 'from' | 'until', side: 'start' | 'end', otherwise: number) => {
    if (when?.kind === 'day') return periodOfDay('daily', when.day, calendar, field)[side];
    return when?.kind === 'moment' ? when.moment : otherwise;
  };
  return { from: edge(from, 'from', 'start', -Infinity), to: edge(until, 'until', 'end', Infinity) };
}

/** A time within the period, epoch milliseconds. */
export function timeOf(asOf: AsOf): number {
  return typeof asOf === 'number' ? asOf : asOf.moment;
}

/** A cache key, equal for times with the same standings. */
export function asOfKey(asOf: AsOf, kind: PeriodKind, { calendar }: BoardSettings): object {
  const { start } = periodContaining(kind, timeOf(asOf), calendar);
  return [start, typeof asOf === 'number' ? null : asOf.moment];
}

/** The requested moment in ISO 8601; null for the present, or the end of the period. */
export function momentAnswer(asOf: AsOf): string | null {
  return typeof asOf === 'number' ? null : timeText(asOf.moment);
}

/** A page's question with its `at` parsed. */
export type Dated<Question> = Omit<Question, 'at'> & { readonly at: When };

/** A resolved question about a board. */
export type BoardAsked = Readonly<ReturnType<typeof boardAsked>>;

/**
 * Resolves a question at `now` (epoch milliseconds). Questions with equal keys have equal answers until a board or the catalogue
 * changes.
 * @throws {Problem} not-found for an unknown board; as {@link asOfAsked}.
 */
export function boardAsked(boards: ReadBoards, { board: name, period: kind, at }: Dated<PeriodQuestion>, now: number) {
  const board = boards.board(name === '' ? DEFAULT_BOARD : name);
  const asOf = asOfAsked(at, board, now);
  return { board, kind, asOf, key: JSON.stringify([board.name, kind, asOfKey(asOf, kind, board)]) };
}
