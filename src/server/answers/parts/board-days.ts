// What is asked about a board, and what days and moments mean on its calendar.
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

/**
 * Some moment, in epoch milliseconds, of a day (YYYY-MM-DD) on the board's calendar.
 * @throws {Problem} bad-request, naming the field, for a day that the board's zone skipped.
 */
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

/** Noon of the first day that can be written with a year of four digits. What was earlier is taken for that day. */
const FIRST = Date.parse('0001-01-01T12:00Z');

/** The day that `at` (epoch milliseconds) belongs to on the board's calendar, as YYYY-MM-DD. */
export function dayOf(at: number, calendar: Calendar): string {
  return daysIn(calendar.timeZone).format(Math.max(at, FIRST)).padStart('YYYY-MM-DD'.length, '0');
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats times as days in a zone; making a format takes longer than using it a hundred times. */
function daysIn(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format;
}

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

/** The period of a kind that has a day. @throws {Problem} as {@link momentOf}. */
export function periodOfDay(kind: PeriodKind, day: string, calendar: Calendar, field: string): PeriodSpan {
  return periodContaining(kind, momentOf(day, calendar, field), calendar);
}

/**
 * The time from one day or moment until another, in epoch milliseconds: of days the second one is part of it, of moments not.
 * @throws {Problem} bad-request for a day that the zone skipped.
 */
export function timeBetween(from: When | undefined, until: When | undefined, calendar: Calendar) {
  const edge = (when: When | undefined, field: 'from' | 'until', side: 'start' | 'end', otherwise: number) => {
    if (when?.kind === 'day') return periodOfDay('daily', when.day, calendar, field)[side];
    return when?.kind === 'moment' ? when.moment : otherwise;
  };
  return { from: edge(from, 'from', 'start', -Infinity), to: edge(until, 'until', 'end', Infinity) };
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

/** A question of a page with its `at` understood. */
export type Dated<Question> = Omit<Question, 'at'> & { readonly at: When };

/** A question about a board whose every word is settled at a moment. */
export type BoardAsked = Readonly<ReturnType<typeof boardAsked>>;

/**
 * Settles a question at `now` (epoch milliseconds). Keys are equal for two that have the same answer as long as no board and no
 * catalogue changes.
 * @throws {Problem} not-found for an unknown board, and as {@link asOfAsked}.
 */
export function boardAsked(boards: ReadBoards, { board: name, period: kind, at }: Dated<PeriodQuestion>, now: number) {
  const board = boards.board(name === '' ? DEFAULT_BOARD : name);
  const asOf = asOfAsked(at, board, now);
  return { board, kind, asOf, key: JSON.stringify([board.name, kind, asOfKey(asOf, kind, board)]) };
}
